import * as vscode from 'vscode';
import type { DryRun } from '../../palace/palaceForDryRun.ts';
import { requirePlace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import { importDetails, importOutcome, importQuestion } from '../../transfer/transferText.ts';
import { importChosen, type ImportConversationsDependencies } from './importConversationsCommand.ts';

interface ImportCommandDependencies extends ImportConversationsDependencies {
  readonly dryRun: DryRun;
}

/**
 * `importPalace`: another program's memory or an export. It counts first, and asks before anything is written.
 * Conversations among the files are imported as such.
 */
export const registerImportCommand = (dependencies: ImportCommandDependencies): vscode.Disposable =>
  registerCommands({ importPalace: () => importPalace(dependencies) }, dependencies);

const importPalace = async (dependencies: ImportCommandDependencies): Promise<void> => {
  const { session, reports, localiser, log, dryRun } = dependencies;
  const { t } = localiser;
  if (!(await requirePlace(session, localiser))) return;
  const source = await chooseSource(localiser);
  if (source === undefined) return;
  const { fsPath: place } = source;
  const { kind } = await dryRun((api) => api.recogniseImport({ path: place }));
  if (kind === 'conversations' || kind === 'unknown') return importChosen([place], dependencies);
  const request = { path: place, format: 'auto' } as const;
  const found = await withCancel(t('Checking what can be imported'), localiser, (options) =>
    dryRun((api) => api.importPalace({ ...request, dry_run: true }, options)),
  );
  const question = importQuestion(found, localiser);
  if (question !== null && !(await confirmed(question, localiser))) return;
  const report =
    question === null
      ? found
      : await withCancel(t('Importing'), localiser, async (options) =>
          (await session.apiOrNew()).importPalace({ ...request, dry_run: false }, options),
        );
  session.refresh();
  log.info(`Imported ${place}: ${JSON.stringify({ ...report, warnings: report.warnings.length })}`);
  afterCommand(async () => {
    const details = t('Show Details');
    const chosen = await vscode.window.showInformationMessage(
      importOutcome(report, localiser),
      ...(report.warnings.length > 0 ? [details] : []),
    );
    if (chosen === details) await reports.show(t('Import'), importDetails(report, localiser));
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
