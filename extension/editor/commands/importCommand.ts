import * as vscode from 'vscode';
import type { ImportPalaceReport } from '../../palace/contract/transferSchemas.ts';
import { importOutcome, importQuestion } from '../transfer/transferText.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import type { Wording } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface ImportCommandDependencies {
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

/** `importPalace`: another program's memory or an export; counts first, and asks before anything is written. */
export const registerImportCommand = ({ session, reports, wording, log }: ImportCommandDependencies): vscode.Disposable =>
  registerCommand('importPalace', async () => {
    const source = await chooseSource(wording);
    if (source === undefined) return;
    const run = (title: string, isDryRun: boolean): Thenable<ImportPalaceReport> => withCancel(title, wording, async (options) =>
      (await session.api()).importPalace({ path: source.fsPath, format: 'auto', dry_run: isDryRun }, options));
    const found = await run(wording.t('Looking what can be imported'), true);
    const question = importQuestion(found, wording);
    const report = question === null ? found : await confirmed(question, wording) ? await run(wording.t('Importing'), false) : undefined;
    if (report === undefined) return;
    session.refresh();
    log.info(`Imported ${source.fsPath}: ${JSON.stringify({ ...report, warnings: report.warnings.length })}`);
    const afterwards = async (): Promise<void> => {
      const details = wording.t('Show Details');
      const chosen = await vscode.window.showInformationMessage(importOutcome(report, wording), ...(report.warnings.length > 0 ? [details] : []));
      if (chosen === details) await reports.show(wording.t('Import'), `${report.warnings.join('\n')}\n`);
    };
    // The command ends with the import; the message may stay as long as it likes.
    void afterwards().catch((thrown: unknown) => showError(thrown, log, wording));
  }, { log, wording });

/** Most systems' dialogs select either files or folders, so that is asked first. */
const chooseSource = async (wording: Wording): Promise<vscode.Uri | undefined> => {
  const kind = await vscode.window.showQuickPick([
    { label: wording.t('A folder'), detail: wording.t('A palace of MemPalace, or an exported palace'), isFolder: true },
    { label: wording.t('A file'), detail: wording.t('Synaptic\'s context.db, MemPalace\'s chroma.sqlite3, or JSON lines of drawers'), isFolder: false },
  ], { title: wording.t('Import into This Palace'), placeHolder: wording.t('What do you want to import? Nothing in it is changed.') });
  if (kind === undefined) return undefined;
  const [chosen] = await vscode.window.showOpenDialog({
    canSelectFolders: kind.isFolder, canSelectFiles: !kind.isFolder, canSelectMany: false, title: wording.t('Import'), openLabel: wording.t('Import'),
  }) ?? [];
  return chosen;
};

const confirmed = async ({ message, detail }: { readonly message: string; readonly detail: string }, wording: Wording): Promise<boolean> => {
  const yes = wording.t('Import');
  return (await vscode.window.showInformationMessage(message, { modal: true, detail }, yes)) === yes;
};
