import * as vscode from 'vscode';
import type { ExportPalaceReport } from '../../../palace/contract/filing/transferSchemas.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import { exportTarget, hasExport } from '../../transfer/exportTarget.ts';
import { exportOutcome, replaceQuestion } from '../../transfer/transferText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

/** `exportPalace`: everything the palace holds, in a folder that `importPalace` and other programs read. */
export const registerExportCommand = (dependencies: CommandDependencies): vscode.Disposable =>
  registerCommands(
    {
      exportPalace: async () => {
        if (await requirePalace(dependencies.session, dependencies.localiser))
          await exportFromDialogs(dependencies);
      },
    },
    dependencies,
  );

/** Asks for format, sensitive drawers and folder, then exports. False if the person cancelled. */
export const exportFromDialogs = async (dependencies: CommandDependencies): Promise<boolean> => {
  const { session, localiser, log } = dependencies;
  const format = await askFormat(localiser);
  if (format === undefined) return false;
  const isWithSensitive = await askSensitive(localiser);
  if (isWithSensitive === undefined) return false;
  const chosen = await askFolder(localiser);
  if (chosen === undefined) return false;
  const folder = await exportTarget(chosen.fsPath, vscode.workspace.name ?? '');
  if (hasExport(folder) && !(await agreesToReplace(folder, localiser))) return false;
  const report = await withCancel(localiser.t('Exporting the palace'), localiser, async (options) =>
    (await session.api()).exportPalace({ folder, format, include_sensitive: isWithSensitive }, options),
  );
  log.info(`Exported to ${folder}: ${JSON.stringify(report)}`);
  afterCommand(() => showExported(report, folder, localiser), dependencies);
  return true;
};

const askFormat = async ({ t }: Localiser): Promise<'jsonl' | 'markdown' | undefined> => {
  const formats = [
    {
      label: t('JSON lines'),
      detail: t('One file with a drawer a line: for programs, and for backups'),
      format: 'jsonl' as const,
    },
    {
      label: t('Markdown files'),
      detail: t('One file per drawer, in folders of wings and rooms: for reading and for version control'),
      format: 'markdown' as const,
    },
  ];
  const options = {
    title: t('Export Palace (1/2)'),
    placeHolder: t('Both can be imported again without loss'),
  };
  return (await vscode.window.showQuickPick(formats, options))?.format;
};

const askSensitive = async ({ t }: Localiser): Promise<boolean | undefined> => {
  const choices = [
    {
      label: t('Leave sensitive drawers out'),
      detail: t('Drawers that hold secrets or were marked as sensitive stay in the palace only'),
      isIncluded: false,
    },
    {
      label: t('Write sensitive drawers, too'),
      detail: t('Anyone who can read the folder can read them'),
      isIncluded: true,
    },
  ];
  const options = { title: t('Export Palace (2/2)'), placeHolder: t('Sensitive drawers') };
  return (await vscode.window.showQuickPick(choices, options))?.isIncluded;
};

const askFolder = async ({ t }: Localiser): Promise<vscode.Uri | undefined> => {
  const at = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    canSelectMany: false,
    title: t('Export Palace To'),
    openLabel: t('Export Here'),
    ...(at === undefined ? {} : { defaultUri: at }),
  });
  return chosen?.[0];
};

const agreesToReplace = async (folder: string, localiser: Localiser): Promise<boolean> => {
  const { message, detail } = replaceQuestion(folder, localiser);
  const replace = localiser.t('Replace');
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, replace)) === replace;
};

const showExported = async (report: ExportPalaceReport, folder: string, localiser: Localiser): Promise<void> => {
  // A browser has no file manager to show a folder of this machine in.
  const show =
    vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined
      ? [localiser.t('Show Folder')]
      : [];
  const chosen = await vscode.window.showInformationMessage(exportOutcome(report, folder, localiser), ...show);
  if (chosen !== undefined) await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder));
};
