import * as vscode from 'vscode';
import type { ExportPalaceReport } from '../../palace/contract/transferSchemas.ts';
import { exportOutcome } from '../transfer/transferText.ts';
import { exportTarget } from '../transfer/exportTarget.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface ExportCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** Asks for format, sensitive drawers and folder, then exports. False where the person turned back. */
export const exportFromDialogs = async ({
  session,
  localiser,
  log,
}: ExportCommandDependencies): Promise<boolean> => {
  const format = await vscode.window.showQuickPick(
    [
      {
        label: localiser.t('JSON lines'),
        detail: localiser.t('One file with a drawer a line: for programs, and for backups'),
        format: 'jsonl' as const,
      },
      {
        label: localiser.t('Markdown files'),
        detail: localiser.t(
          'One file a drawer, in folders of wings and rooms: for reading and for version control',
        ),
        format: 'markdown' as const,
      },
    ],
    {
      title: localiser.t('Export Palace (1/2)'),
      placeHolder: localiser.t('Both can be imported again without loss'),
    },
  );
  if (format === undefined) return false;
  const sensitive = await vscode.window.showQuickPick(
    [
      {
        label: localiser.t('Leave sensitive drawers out'),
        detail: localiser.t('What holds secrets or was marked as sensitive stays in the palace alone'),
        include: false,
      },
      {
        label: localiser.t('Write sensitive drawers, too'),
        detail: localiser.t('Anyone who can read the folder can read them'),
        include: true,
      },
    ],
    { title: localiser.t('Export Palace (2/2)'), placeHolder: localiser.t('Sensitive drawers') },
  );
  if (sensitive === undefined) return false;
  const at = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      canSelectMany: false,
      title: localiser.t('Export Palace To'),
      openLabel: localiser.t('Export Here'),
      ...(at === undefined ? {} : { defaultUri: at }),
    })) ?? [];
  if (chosen === undefined) return false;
  const folder = await exportTarget(chosen.fsPath, vscode.workspace.name ?? '');
  const report = await withCancel(localiser.t('Exporting the palace'), localiser, async (options) =>
    (await session.api()).exportPalace(
      { folder, format: format.format, include_sensitive: sensitive.include },
      options,
    ),
  );
  log.info(`Exported to ${folder}: ${JSON.stringify(report)}`);
  void tellExported(report, folder, localiser).catch((thrown: unknown) => showError(thrown, log, localiser));
  return true;
};

const tellExported = async (report: ExportPalaceReport, folder: string, localiser: Localiser): Promise<void> => {
  // A browser has no file manager to show a folder of this machine in.
  const show =
    vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined
      ? [localiser.t('Show Folder')]
      : [];
  const chosen = await vscode.window.showInformationMessage(exportOutcome(report, folder, localiser), ...show);
  if (chosen !== undefined) await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder));
};

/** `exportPalace`: everything the palace holds, in a folder that `importPalace` and other programs read. */
export const registerExportCommand = (dependencies: ExportCommandDependencies): vscode.Disposable =>
  registerCommand(
    'exportPalace',
    async () => {
      if (await havePalace(dependencies.session, dependencies.localiser)) await exportFromDialogs(dependencies);
    },
    dependencies,
  );
