import * as vscode from 'vscode';
import type { Miner } from '../../mining/miner.ts';
import { skippedCount, skippedText, summaryText } from '../../mining/mineText.ts';
import { foldersElsewhere } from '../../palace/windowPlan.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import type { ReportDocuments } from '../../source/reportDocuments.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface MineCommandDependencies extends CommandDependencies {
  readonly miner: Miner;
  readonly reports: ReportDocuments;
}

/** `mineWorkspace`: cancellable, with counts and rate, and a summary at the end. */
export const registerMineCommand = (dependencies: MineCommandDependencies): vscode.Disposable =>
  registerCommands({ mineWorkspace: () => mineWorkspace(dependencies) }, dependencies);

const mineWorkspace = async (dependencies: MineCommandDependencies): Promise<void> => {
  const { miner, reports, localiser, log } = dependencies;
  const { t } = localiser;
  const report = await withCancel(
    t('Mining the workspace'),
    localiser,
    (options) => miner.mine(options),
    t('Mining stopped. What was filed before stays; mining again goes on from there.'),
  );
  log.info(`Mined: ${JSON.stringify({ ...report, skipped_files: report.skipped_files.length })}`);
  const [search, skipped] = [t('Search'), t('Show Skipped')];
  afterCommand(async () => {
    const { showInformationMessage, showWarningMessage } = vscode.window;
    const show = report.unread_folders === undefined ? showInformationMessage : showWarningMessage;
    const chosen = await show(
      summaryText(report, localiser, foldersElsewhere()),
      search,
      ...(skippedCount(report) > 0 ? [skipped] : []),
    );
    if (chosen === search) await vscode.commands.executeCommand('synapsePalace.search');
    else if (chosen === skipped) await reports.show(t('Skipped files'), skippedText(report, localiser));
  }, dependencies);
};
