import * as vscode from 'vscode';
import type { ConversationImportReport } from '../../../palace/contract/filing/conversationSchemas.ts';
import type { CallOptions } from '../../../palace/contract/palaceApi.ts';
import type { ConversationImporter } from '../../conversations/conversationImporter.ts';
import { importProblemsText, importText, leftOut } from '../../conversations/importText.ts';
import type { SessionProgram } from '../../conversations/sessionPlaces.ts';
import { requirePlace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReportDocuments } from '../../source/reportDocuments.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

export interface ImportConversationsDependencies extends CommandDependencies {
  readonly importer: ConversationImporter;
  readonly reports: ReportDocuments;
  readonly settings: () => Settings;
}

interface SourceChoice extends vscode.QuickPickItem {
  /** The sessions of a program, or what the person chooses. */
  readonly source: SessionProgram | 'files' | 'folder';
}

/**
 * `importConversations`: the sessions of this workspace, or files that a person chooses. Nothing outside the workspace is
 * read before the choice. An untrusted workspace offers only the choice of files and folders.
 */
export const registerImportConversationsCommand = (
  dependencies: ImportConversationsDependencies,
): vscode.Disposable =>
  registerCommands({ importConversations: () => importConversations(dependencies) }, dependencies);

const importConversations = async (dependencies: ImportConversationsDependencies): Promise<void> => {
  const { session, importer, localiser } = dependencies;
  if (!(await requirePlace(session, localiser))) return;
  const choice = await chooseSource(localiser);
  if (choice === undefined) return;
  const { source } = choice;
  if (source !== 'files' && source !== 'folder')
    return runImport((options) => importer.sessions([source], options), true, dependencies);
  const chosen = await choosePlaces(source === 'folder', localiser);
  if (chosen !== undefined) await importChosen(chosen, dependencies);
};

/** Imports the conversations in files or folders that a person chose, and reports the result. */
export const importChosen = (
  places: readonly string[],
  dependencies: ImportConversationsDependencies,
): Promise<void> => runImport((options) => dependencies.importer.files(places, options), false, dependencies);

const runImport = async (
  run: (options: CallOptions) => Promise<ConversationImportReport | null>,
  ofSessions: boolean,
  dependencies: ImportConversationsDependencies,
): Promise<void> => {
  const { localiser, log } = dependencies;
  const { t } = localiser;
  const report = await withCancel(
    t('Importing conversations'),
    localiser,
    run,
    t('The import was stopped. What was filed before stays; importing again goes on from there.'),
  );
  if (report === null) {
    void vscode.window.showInformationMessage(t('There are no such sessions on this machine.'));
    return;
  }
  log.info(`Imported conversations: ${JSON.stringify({ ...report, problems: report.problems.length })}`);
  afterCommand(() => showImported(report, ofSessions, dependencies), dependencies);
};

const chooseSource = async ({ t }: Localiser): Promise<SourceChoice | undefined> => {
  const chosen: SourceChoice[] = [
    {
      source: 'files',
      label: `$(files) ${t('Choose files…')}`,
      detail: t(
        'Sessions of Claude Code, Codex and Continue, chats of VS Code, exports of ChatGPT, Claude and Gemini, transcripts in Markdown or text',
      ),
    },
    {
      source: 'folder',
      label: `$(folder) ${t('Choose a folder…')}`,
      detail: t('An unpacked Slack export, or a folder with any of these files'),
    },
  ];
  const sessions = (
    [
      ['claude', 'Claude Code', '~/.claude/projects'],
      ['codex', 'Codex', '~/.codex/sessions'],
      ['continue', 'Continue', '~/.continue/sessions'],
    ] as const
  ).map(([source, name, place]): SourceChoice => ({
    source,
    label: `$(comment-discussion) ${t('{0} sessions of this workspace', name)}`,
    detail: t('Reads those in {0} that were held in this workspace', place),
  }));
  return vscode.window.showQuickPick([...(vscode.workspace.isTrusted ? sessions : []), ...chosen], {
    title: t('Import Conversations'),
    placeHolder: t('Which conversations?'),
    matchOnDetail: true,
  });
};

/** Most systems' dialogs select either files or folders. */
const choosePlaces = async (isFolder: boolean, { t }: Localiser): Promise<readonly string[] | undefined> => {
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: t('Import Conversations'),
    canSelectMany: !isFolder,
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    ...(defaultUri === undefined ? {} : { defaultUri }),
    ...(isFolder
      ? {}
      : { filters: { [t('Conversations')]: ['jsonl', 'json', 'md', 'txt', 'zip'], [t('All files')]: ['*'] } }),
  });
  return chosen?.map(({ fsPath }) => fsPath);
};

const showImported = async (
  report: ConversationImportReport,
  ofSessions: boolean,
  { localiser, reports, settings }: ImportConversationsDependencies,
): Promise<void> => {
  const { t } = localiser;
  const [search, problems, always] = [t('Search'), t('Show Problems'), t('Keep Up to Date')];
  const chosen = await vscode.window.showInformationMessage(
    importText(report, localiser),
    ...(report.conversations > 0 ? [search] : []),
    ...(leftOut(report) > 0 ? [problems] : []),
    ...(ofSessions && report.conversations > 0 && !settings().conversations ? [always] : []),
  );
  if (chosen === search) await vscode.commands.executeCommand('synapsePalace.search');
  else if (chosen === problems) await reports.show(t('Import problems'), importProblemsText(report, localiser));
  else if (chosen === always)
    await vscode.workspace
      .getConfiguration('synapsePalace')
      .update('conversations.enabled', true, vscode.ConfigurationTarget.Global);
};
