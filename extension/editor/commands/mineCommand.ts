import * as vscode from 'vscode';
import type { Miner } from '../mining/miner.ts';
import { skippedCount, skippedText, summaryText } from '../mining/mineText.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { showError } from '../platform/showError.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Wording } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface MineCommandDependencies {
  readonly miner: Miner;
  readonly reports: ReportDocuments;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

/** `mineWorkspace`: cancellable, with counts and rate, and a summary at the end. */
export const registerMineCommand = ({ miner, reports, wording, log }: MineCommandDependencies): vscode.Disposable =>
  registerCommand('mineWorkspace', async () => {
    const report = await withCancel(wording.t('Mining the workspace'), wording, (options) => miner.mine(options),
      wording.t('Mining stopped. What was filed before stays; mining again goes on from there.'));
    log.info(`Mined: ${JSON.stringify({ ...report, skipped_files: report.skipped_files.length })}`);
    const search = wording.t('Search');
    const skipped = wording.t('Show Skipped');
    const afterwards = async (): Promise<void> => {
      const chosen = await vscode.window.showInformationMessage(summaryText(report, wording), search, ...(skippedCount(report) > 0 ? [skipped] : []));
      if (chosen === search) await vscode.commands.executeCommand('synapsePalace.search');
      else if (chosen === skipped) await reports.show(wording.t('Skipped files'), skippedText(report, wording));
    };
    // The command ends with the mining; the message may stay as long as it likes.
    void afterwards().catch((thrown: unknown) => showError(thrown, log, wording));
  }, { log, wording });
