import * as vscode from 'vscode';
import type { ConversationImportReport } from '../../palace/contract/conversationSchemas.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { ConversationImporter } from '../conversations/conversationImporter.ts';
import { importProblemsText, importText, leftOut } from '../conversations/importText.ts';
import type { SessionProgram } from '../conversations/sessionPlaces.ts';
import { afterCommand } from '../platform/afterCommand.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommands } from '../platform/registerCommands.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Settings } from '../settings/settings.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import type { CommandDependencies } from './commandDependencies.ts';

export interface ImportConversationsDependencies extends CommandDependencies {
  readonly importer: ConversationImporter;
  readonly reports: ReportDocuments;
  readonly settings: () => Settings;
}

interface SourceChoice extends vscode.QuickPickItem {
  /** Null for files that the person chooses. */
  readonly program: SessionProgram | null;
}

/**
 * `importConversations`: the sessions of this workspace, or files that a person chooses. Nothing outside the workspace is
 * read before the choice. An untrusted workspace offers only the choice of files.
 */
export const registerImportConversationsCommand = (
  dependencies: ImportConversationsDependencies,
): vscode.Disposable =>
  registerCommands({ importConversations: () => importConversations(dependencies) }, dependencies);

const importConversations = async (dependencies: ImportConversationsDependencies): Promise<void> => {
  const { importer, localiser, log } = dependencies;
  const { t } = localiser;
  const choice = await chooseSource(localiser);
  if (choice === undefined) return;
  const { program } = choice;
  const files = program === null ? await chooseFiles(localiser) : [];
  if (files === undefined) return;
  const run = (options: CallOptions): Promise<ConversationImportReport | null> =>
    program === null ? importer.files(files, options) : importer.sessions([program], options);
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
  afterCommand(() => showImported(report, program !== null, dependencies), dependencies);
};

const chooseSource = async ({ t }: Localiser): Promise<SourceChoice | undefined> => {
  const files: SourceChoice = {
    program: null,
    label: `$(files) ${t('Choose files…')}`,
    detail: t(
      'Sessions of Claude Code and Codex, chats of VS Code, ChatGPT’s conversations.json, transcripts in Markdown or text',
    ),
  };
  if (!vscode.workspace.isTrusted) return files;
  const sessions = (
    [
      ['claude', 'Claude Code', '~/.claude/projects'],
      ['codex', 'Codex', '~/.codex/sessions'],
    ] as const
  ).map(([program, name, place]): SourceChoice => ({
    program,
    label: `$(comment-discussion) ${t('{0} sessions of this workspace', name)}`,
    detail: t('Reads those in {0} that were held in this workspace', place),
  }));
  return vscode.window.showQuickPick([...sessions, files], {
    title: t('Import Conversations'),
    placeHolder: t('Which conversations?'),
    matchOnDetail: true,
  });
};

const chooseFiles = async ({ t }: Localiser): Promise<readonly string[] | undefined> => {
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: t('Import Conversations'),
    canSelectMany: true,
    canSelectFiles: true,
    canSelectFolders: false,
    ...(defaultUri === undefined ? {} : { defaultUri }),
    filters: { [t('Conversations')]: ['jsonl', 'json', 'md', 'txt'], [t('All files')]: ['*'] },
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
