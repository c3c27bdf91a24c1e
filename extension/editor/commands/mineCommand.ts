import * as vscode from 'vscode';
import type { Miner } from '../mining/miner.ts';
import { skippedCount, skippedText, summaryText } from '../mining/mineText.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { showError } from '../platform/showError.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface MineCommandDependencies {
  readonly miner: Miner;
  readonly reports: ReportDocuments;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `mineWorkspace`: cancellable, with counts and rate, and a summary at the end. */
export const registerMineCommand = ({
  miner,
  reports,
  localiser,
  log,
}: MineCommandDependencies): vscode.Disposable =>
  registerCommand(
    'mineWorkspace',
    async () => {
      const report = await withCancel(
        localiser.t('Mining the workspace'),
        localiser,
        (options) => miner.mine(options),
        localiser.t('Mining stopped. What was filed before stays; mining again goes on from there.'),
      );
      log.info(`Mined: ${JSON.stringify({ ...report, skipped_files: report.skipped_files.length })}`);
      const search = localiser.t('Search');
      const skipped = localiser.t('Show Skipped');
      const afterwards = async (): Promise<void> => {
        const chosen = await vscode.window.showInformationMessage(
          summaryText(report, localiser),
          search,
          ...(skippedCount(report) > 0 ? [skipped] : []),
        );
        if (chosen === search) await vscode.commands.executeCommand('synapsePalace.search');
        else if (chosen === skipped)
          await reports.show(localiser.t('Skipped files'), skippedText(report, localiser));
      };
      // The command ends with the mining; the message may stay as long as it likes.
      void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );
