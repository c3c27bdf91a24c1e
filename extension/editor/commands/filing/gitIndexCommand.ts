import * as vscode from 'vscode';
import type { Amount, CommitIndexer } from '../../git/commitIndexer.ts';
import { indexedText } from '../../git/commitText.ts';
import type { GitExtensionApi } from '../../git/gitExtension.ts';
import { repositoriesOf } from '../../git/repositoriesOf.ts';
import { requirePlace } from '../../palace/requirePalace.ts';
import { workspaceView } from '../../palace/windowPlan.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

export interface GitIndexCommandDependencies extends CommandDependencies {
  readonly indexer: CommitIndexer;
  readonly git: () => Promise<GitExtensionApi | null>;
}

/** `indexGitCommits`: asks how much history, indexes it with cancellable progress, and shows what was indexed. */
export const registerGitIndexCommand = (dependencies: GitIndexCommandDependencies): vscode.Disposable =>
  registerCommands(
    {
      indexGitCommits: async () => {
        if (!(await requirePlace(dependencies.session, dependencies.localiser))) return;
        const amount = await askAmount(dependencies.localiser);
        if (amount !== undefined) await indexCommitsOf(amount, dependencies);
      },
    },
    dependencies,
  );

/**
 * Indexes the chosen amount of history of every repository in the workspace with cancellable progress, and shows
 * what was indexed.
 */
export const indexCommitsOf = async (amount: Amount, dependencies: GitIndexCommandDependencies): Promise<void> => {
  const { indexer, git, localiser, log } = dependencies;
  const { t } = localiser;
  const report = await withCancel(
    t('Indexing Git commits'),
    localiser,
    async (options) => indexer.index(await workspaceRepositories(git), amount, options),
    t('Indexing stopped. What was filed before stays; indexing again goes on from there.'),
  );
  log.info(`Commits indexed: ${JSON.stringify(report)}`);
  const { text, outcome } = indexedText(report, amount, localiser);
  const [search, all] = [t('Search'), t('Index All History')];
  afterCommand(async () => {
    const answer =
      outcome === 'failed'
        ? await vscode.window.showWarningMessage(text)
        : await vscode.window.showInformationMessage(text, outcome === 'outside' ? all : search);
    if (answer === search) await vscode.commands.executeCommand('synapsePalace.search');
    if (answer === all) await indexCommitsOf({ all: true }, dependencies);
  }, dependencies);
};

const askAmount = async ({ t }: Localiser): Promise<Amount | undefined> => {
  const choices: readonly (vscode.QuickPickItem & { readonly amount: Amount })[] = [
    { label: t('The last 7 days'), amount: { days: 7 } },
    { label: t('The last 30 days'), description: t('kept, whatever their age'), amount: { days: 30 } },
    {
      label: t('All history'),
      description: t('of the current branch; kept, whatever its age'),
      amount: { all: true },
    },
  ];
  const options = { title: t('Index Git Commits'), placeHolder: t('How much history?') };
  return (await vscode.window.showQuickPick(choices, options))?.amount;
};

const workspaceRepositories = async (git: GitIndexCommandDependencies['git']): Promise<readonly string[]> => {
  const known = ((await git())?.repositories ?? [])
    .map(({ rootUri }) => rootUri)
    .filter(({ scheme }) => scheme === 'file')
    .map(({ fsPath }) => fsPath);
  return repositoriesOf(
    workspaceView().folders.map(({ path }) => path),
    known,
  );
};
