import * as vscode from 'vscode';
import type { ImportPalaceReport } from '../../palace/contract/transferSchemas.ts';
import { importOutcome, importQuestion } from '../transfer/transferText.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface ImportCommandDependencies {
  readonly session: PalaceSession;
  readonly reports: ReportDocuments;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `importPalace`: another program's memory or an export; counts first, and asks before anything is written. */
export const registerImportCommand = ({
  session,
  reports,
  localiser,
  log,
}: ImportCommandDependencies): vscode.Disposable =>
  registerCommand(
    'importPalace',
    async () => {
      const source = await chooseSource(localiser);
      if (source === undefined) return;
      const run = (title: string, isDryRun: boolean): Thenable<ImportPalaceReport> =>
        withCancel(title, localiser, async (options) =>
          (await session.api()).importPalace({ path: source.fsPath, format: 'auto', dry_run: isDryRun }, options),
        );
      const found = await run(localiser.t('Looking what can be imported'), true);
      const question = importQuestion(found, localiser);
      const report =
        question === null
          ? found
          : (await confirmed(question, localiser))
            ? await run(localiser.t('Importing'), false)
            : undefined;
      if (report === undefined) return;
      session.refresh();
      log.info(`Imported ${source.fsPath}: ${JSON.stringify({ ...report, warnings: report.warnings.length })}`);
      const afterwards = async (): Promise<void> => {
        const details = localiser.t('Show Details');
        const chosen = await vscode.window.showInformationMessage(
          importOutcome(report, localiser),
          ...(report.warnings.length > 0 ? [details] : []),
        );
        if (chosen === details) await reports.show(localiser.t('Import'), `${report.warnings.join('\n')}\n`);
      };
      // The command ends with the import; the message may stay as long as it likes.
      void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );

/** Most systems' dialogs select either files or folders, so that is asked first. */
const chooseSource = async (localiser: Localiser): Promise<vscode.Uri | undefined> => {
  const kind = await vscode.window.showQuickPick(
    [
      {
        label: localiser.t('A folder'),
        detail: localiser.t('A palace of MemPalace, or an exported palace'),
        isFolder: true,
      },
      {
        label: localiser.t('A file'),
        detail: localiser.t("Synaptic's context.db, MemPalace's chroma.sqlite3, or JSON lines of drawers"),
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
