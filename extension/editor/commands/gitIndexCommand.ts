import * as vscode from 'vscode';
import type { Amount, CommitIndexer } from '../git/commitIndexer.ts';
import { indexedText } from '../git/commitText.ts';
import type { GitExtensionApi } from '../git/gitExtension.ts';
import { repositoriesOf } from '../git/repositoriesOf.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import { showError } from '../platform/showError.ts';
import { withCancel } from '../platform/withCancel.ts';
import type { Wording } from '../platform/localiser.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface GitIndexCommandDependencies {
  readonly indexer: CommitIndexer;
  readonly git: () => Promise<GitExtensionApi | null>;
  readonly wording: Wording;
  readonly log: vscode.LogOutputChannel;
}

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
    const report = await withCancel(wording.t('Indexing Git commits'), wording, async (options) => {
      const known = (await git())?.repositories.map(({ rootUri }) => rootUri).filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath) ?? [];
      return indexer.index(repositoriesOf(workspaceView().folders.map(({ path }) => path), known), chosen.amount, options);
    }, wording.t('Indexing stopped. What was filed before stays; indexing again goes on from there.'));
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
