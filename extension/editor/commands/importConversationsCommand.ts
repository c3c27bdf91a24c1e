import * as vscode from 'vscode';
import type { ConversationImportReport } from '../../palace/contract/conversationSchemas.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { ConversationImporter } from '../conversations/conversationImporter.ts';
import { importProblemsText, importText, leftOut } from '../conversations/importText.ts';
import type { SessionProgram } from '../conversations/sessionPlaces.ts';
import type { Settings } from '../settings/settings.ts';
import { showError } from '../platform/showError.ts';
import type { ReportDocuments } from '../source/reportDocuments.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface ImportConversationsDependencies {
  readonly importer: ConversationImporter;
  readonly reports: ReportDocuments;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

interface SourceChoice extends vscode.QuickPickItem {
  readonly program: SessionProgram | null;
}

/**
 * `importConversations`: the sessions of this workspace, or files that a person chooses. Nothing outside the workspace is
 * read before the choice; an untrusted workspace offers the choice of files alone.
 */
export const registerImportConversationsCommand = ({
  importer,
  reports,
  settings,
  localiser,
  log,
}: ImportConversationsDependencies): vscode.Disposable => {
  const choose = async (): Promise<SourceChoice | undefined> => {
    const files: SourceChoice = {
      program: null,
      label: `$(files) ${localiser.t('Choose files…')}`,
      detail: localiser.t(
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
      label: `$(comment-discussion) ${localiser.t('{0} sessions of this workspace', name)}`,
      detail: localiser.t('Reads those in {0} that were held in this workspace', place),
    }));
    return vscode.window.showQuickPick([...sessions, files], {
      title: localiser.t('Import Conversations'),
      placeHolder: localiser.t('Which conversations?'),
      matchOnDetail: true,
    });
  };

  const run = async (
    choice: SourceChoice,
    options: CallOptions,
    files: readonly string[],
  ): Promise<ConversationImportReport | null> =>
    choice.program === null ? importer.files(files, options) : importer.sessions([choice.program], options);

  const tell = async (report: ConversationImportReport, ofSessions: boolean): Promise<void> => {
    const [search, problems, always] = [
      localiser.t('Search'),
      localiser.t('Show Problems'),
      localiser.t('Keep Up to Date'),
    ];
    const chosen = await vscode.window.showInformationMessage(
      importText(report, localiser),
      ...(report.conversations > 0 ? [search] : []),
      ...(leftOut(report) > 0 ? [problems] : []),
      ...(ofSessions && report.conversations > 0 && !settings().conversations ? [always] : []),
    );
    if (chosen === search) await vscode.commands.executeCommand('synapsePalace.search');
    else if (chosen === problems)
      await reports.show(localiser.t('Import problems'), importProblemsText(report, localiser));
    else if (chosen === always)
      await vscode.workspace
        .getConfiguration('synapsePalace')
        .update('conversations.enabled', true, vscode.ConfigurationTarget.Global);
  };

  return registerCommand(
    'importConversations',
    async () => {
      const choice = await choose();
      if (choice === undefined) return;
      const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
      const chosen =
        choice.program !== null
          ? []
          : await vscode.window.showOpenDialog({
              title: localiser.t('Import Conversations'),
              canSelectMany: true,
              canSelectFiles: true,
              canSelectFolders: false,
              ...(defaultUri === undefined ? {} : { defaultUri }),
              filters: {
                [localiser.t('Conversations')]: ['jsonl', 'json', 'md', 'txt'],
                [localiser.t('All files')]: ['*'],
              },
            });
      if (chosen === undefined) return;
      const report = await withCancel(
        localiser.t('Importing conversations'),
        localiser,
        (options) =>
          run(
            choice,
            options,
            chosen.map(({ fsPath }) => fsPath),
          ),
        localiser.t('The import was stopped. What was filed before stays; importing again goes on from there.'),
      );
      if (report === null) {
        void vscode.window.showInformationMessage(localiser.t('There are no such sessions on this machine.'));
        return;
      }
      log.info(`Imported conversations: ${JSON.stringify({ ...report, problems: report.problems.length })}`);
      // The command ends with the import; the message may stay as long as it likes.
      void tell(report, choice.program !== null).catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );
};
