import * as vscode from 'vscode';
import type { Amount, CommitIndexer } from '../git/commitIndexer.ts';
import { indexedText } from '../git/commitText.ts';
import type { GitExtensionApi } from '../git/gitExtension.ts';
import { repositoriesOf } from '../git/repositoriesOf.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import { showError } from '../platform/showError.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface GitIndexCommandDependencies {
  readonly indexer: CommitIndexer;
  readonly git: () => Promise<GitExtensionApi | null>;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
}

/** `indexGitCommits`: asks how much history, shows progress that can be cancelled, and tells what it came to. */
export const registerGitIndexCommand = ({
  indexer,
  git,
  localiser,
  log,
}: GitIndexCommandDependencies): vscode.Disposable =>
  registerCommand(
    'indexGitCommits',
    async () => {
      const choices: readonly (vscode.QuickPickItem & { readonly amount: Amount })[] = [
        { label: localiser.t('The last 7 days'), amount: { days: 7 } },
        {
          label: localiser.t('The last 30 days'),
          description: localiser.t('kept, whatever their age'),
          amount: { days: 30 },
        },
        {
          label: localiser.t('All history'),
          description: localiser.t('of the current branch; kept, whatever its age'),
          amount: { all: true },
        },
      ];
      const chosen = await vscode.window.showQuickPick(choices, {
        title: localiser.t('Index Git Commits'),
        placeHolder: localiser.t('How much history?'),
      });
      if (chosen === undefined) return;
      const report = await withCancel(
        localiser.t('Indexing Git commits'),
        localiser,
        async (options) => {
          const known =
            (await git())?.repositories
              .map(({ rootUri }) => rootUri)
              .filter(({ scheme }) => scheme === 'file')
              .map(({ fsPath }) => fsPath) ?? [];
          return indexer.index(
            repositoriesOf(
              workspaceView().folders.map(({ path }) => path),
              known,
            ),
            chosen.amount,
            options,
          );
        },
        localiser.t('Indexing stopped. What was filed before stays; indexing again goes on from there.'),
      );
      log.info(`Commits indexed: ${JSON.stringify(report)}`);
      const { text, nothing } = indexedText(report, localiser);
      const search = localiser.t('Search');
      const afterwards = async (): Promise<void> => {
        const answer = nothing
          ? await vscode.window.showWarningMessage(text)
          : await vscode.window.showInformationMessage(text, search);
        if (answer === search) await vscode.commands.executeCommand('synapsePalace.search');
      };
      // The command ends with the indexing; the message may stay as long as it likes.
      void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
    },
    { log, localiser },
  );
