import * as vscode from 'vscode';
import type { Amount, CommitIndexer } from '../git/commitIndexer.ts';
import { indexedText } from '../git/commitText.ts';
import type { GitExtensionApi } from '../git/gitExtension.ts';
import { repositoriesOf } from '../git/repositoriesOf.ts';
import { progressReporter } from '../mining/progressReporter.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import { showError } from '../showError.ts';
import type { Wording } from '../wording.ts';
import { registerCommand } from './registerCommand.ts';

export interface GitIndexCommandDependencies {
  readonly indexer: CommitIndexer;
  readonly git: () => Promise<GitExtensionApi | null>;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

const messageMs = 8000;

/** `indexGitCommits`: asks how much history, shows progress that can be cancelled, and tells what it came to. */
export const registerGitIndexCommand = ({ indexer, git, wording, log }: GitIndexCommandDependencies): vscode.Disposable =>
  registerCommand('indexGitCommits', async () => {
    const choices: readonly (vscode.QuickPickItem & { readonly amount: Amount })[] = [
      { label: wording.t('The last 7 days'), amount: { days: 7 } },
      { label: wording.t('The last 30 days'), description: wording.t('kept, whatever their age'), amount: { days: 30 } },
      { label: wording.t('All history'), description: wording.t('of the current branch; kept, whatever its age'), amount: { all: true } },
    ];
    const chosen = await vscode.window.showQuickPick(choices, { title: wording.t('Index Git Commits'), placeHolder: wording.t('How much history?') });
    if (chosen === undefined) return;
    const report = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: wording.t('Indexing Git commits'), cancellable: true },
      async (progress, token) => {
        const abort = new AbortController();
        const listening = token.onCancellationRequested(() => abort.abort());
        try {
          const known = (await git())?.repositories.map(({ rootUri }) => rootUri).filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath) ?? [];
          const repositories = repositoriesOf(workspaceView().folders.map(({ path }) => path), known);
          return await indexer.index(repositories, chosen.amount, { signal: abort.signal, onProgress: progressReporter(progress, wording) });
        } catch (thrown) {
          if (abort.signal.aborted) vscode.window.setStatusBarMessage(wording.t('Indexing stopped. What was filed before stays; indexing again goes on from there.'), messageMs);
          throw thrown;
        } finally {
          listening.dispose();
        }
      });
    log.info(`Commits indexed: ${JSON.stringify(report)}`);
    const { text, nothing } = indexedText(report, wording);
    const search = wording.t('Search');
    const afterwards = async (): Promise<void> => {
      const answer = nothing ? await vscode.window.showWarningMessage(text) : await vscode.window.showInformationMessage(text, search);
      if (answer === search) await vscode.commands.executeCommand('synapsePalace.search');
    };
    // The command ends with the indexing; the message may stay as long as it likes.
    void afterwards().catch((thrown: unknown) => showError(thrown, log, wording));
  }, { log, wording });
