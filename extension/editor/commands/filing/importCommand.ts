import * as vscode from 'vscode';
import type { ImportPalaceReport } from '../../../palace/contract/filing/transferSchemas.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import { importOutcome, importQuestion } from '../../transfer/transferText.ts';
import { importChosen, type ImportConversationsDependencies } from './importConversationsCommand.ts';

/**
 * `importPalace`: another program's memory or an export. It counts first, and asks before anything is written.
 * Conversations among the files are imported as such.
 */
export const registerImportCommand = (dependencies: ImportConversationsDependencies): vscode.Disposable =>
  registerCommands({ importPalace: () => importPalace(dependencies) }, dependencies);

const importPalace = async (dependencies: ImportConversationsDependencies): Promise<void> => {
  const { session, reports, localiser, log } = dependencies;
  const { t } = localiser;
  const source = await chooseSource(localiser);
  if (source === undefined) return;
  const { kind } = await (await session.apiOrNew()).recogniseImport({ path: source.fsPath });
  if (kind === 'conversations') return importChosen([source.fsPath], dependencies);
  const run = (title: string, isDryRun: boolean): Thenable<ImportPalaceReport> =>
    withCancel(title, localiser, async (options) =>
      (await session.apiOrNew()).importPalace({ path: source.fsPath, format: 'auto', dry_run: isDryRun }, options),
    );
  const found = await run(t('Checking what can be imported'), true);
  const question = importQuestion(found, localiser);
  if (question !== null && !(await confirmed(question, localiser))) return;
  const report = question === null ? found : await run(t('Importing'), false);
  session.refresh();
  log.info(`Imported ${source.fsPath}: ${JSON.stringify({ ...report, warnings: report.warnings.length })}`);
  afterCommand(async () => {
    const details = t('Show Details');
    const chosen = await vscode.window.showInformationMessage(
      importOutcome(report, localiser),
      ...(report.warnings.length > 0 ? [details] : []),
    );
    if (chosen === details) await reports.show(t('Import'), `${report.warnings.join('\n')}\n`);
  }, dependencies);
};

/** Most systems' dialogs select either files or folders, so that is asked first. */
const chooseSource = async (localiser: Localiser): Promise<vscode.Uri | undefined> => {
  const kind = await vscode.window.showQuickPick(
    [
      {
        label: localiser.t('A folder'),
        detail: localiser.t('A palace of MemPalace, an exported palace, or conversations such as a Slack export'),
        isFolder: true,
      },
      {
        label: localiser.t('A file'),
        detail: localiser.t(
          "Synaptic's context.db, MemPalace's chroma.sqlite3, JSON lines of drawers, or exported conversations",
        ),
        isFolder: false,
      },
    ],
    {
      title: localiser.t('Import into This Palace'),
      placeHolder: localiser.t('What do you want to import? Nothing in it is changed.'),
    },
  );
  if (kind === undefined) return undefined;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      canSelectFolders: kind.isFolder,
      canSelectFiles: !kind.isFolder,
      canSelectMany: false,
      title: localiser.t('Import'),
      openLabel: localiser.t('Import'),
    })) ?? [];
  return chosen;
};

const confirmed = async (
  { message, detail }: { readonly message: string; readonly detail: string },
  localiser: Localiser,
): Promise<boolean> => {
  const yes = localiser.t('Import');
  return (await vscode.window.showInformationMessage(message, { modal: true, detail }, yes)) === yes;
};
