import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import { Debouncer } from '../../base/async/debouncer.ts';
import type { CommitIndexer } from './commitIndexer.ts';
import type { GitExtensionApi, OpenRepository } from './gitExtension.ts';
import { belongsTo, isNested } from './repositoriesOf.ts';

interface WatchCommitsDependencies {
  readonly session: PalaceSession;
  readonly indexer: CommitIndexer;
  readonly git: () => Promise<GitExtensionApi | null>;
}

const quietMs = 2000;
const folders = (): string[] => workspaceView().folders.map(({ path }) => path);

/**
 * Indexes commits automatically: the last days once the palace is open or known to be absent, those of a submodule or another
 * repository in a folder once the built-in Git extension has found it, and again when that reports that a branch's head has moved.
 * Before the workspace is trusted, that extension is not asked and no git is started.
 */
export const watchCommits = ({ session, indexer, git }: WatchCommitsDependencies): vscode.Disposable => {
  const held = new DisposableStore();
  const abort = new AbortController();
  const repositories = new Map<OpenRepository, vscode.Disposable>();
  let listening = false;
  let opened: string | null = null;

  const watch = (repository: OpenRepository): void => {
    const root = repository.rootUri.fsPath;
    if (repositories.has(repository) || repository.rootUri.scheme !== 'file' || !belongsTo(folders(), root))
      return;
    const own = new DisposableStore();
    const timer = own.add(new Debouncer(() => void indexer.indexByItself([root], abort.signal), quietMs));
    let head = repository.state.HEAD?.commit;
    own.add(
      repository.state.onDidChange(() => {
        const now = repository.state.HEAD?.commit;
        if (now === undefined || now === head) return;
        head = now;
        timer.call();
      }),
    );
    repositories.set(repository, own);
    if (isNested(folders(), root)) void indexer.indexByItself([root], abort.signal);
  };
  const listen = async (): Promise<void> => {
    if (listening || !vscode.workspace.isTrusted) return;
    listening = true;
    const api = await git();
    if (api === null || abort.signal.aborted) return;
    api.repositories.forEach(watch);
    held.add(api.onDidOpenRepository(watch));
    held.add(
      api.onDidCloseRepository((repository) => {
        repositories.get(repository)?.dispose();
        repositories.delete(repository);
      }),
    );
  };
  const onState = (): void => {
    const { state } = session;
    if ((state.kind !== 'open' && state.kind !== 'absent') || !vscode.workspace.isTrusted) return;
    void listen();
    if (opened === state.folder) return;
    opened = state.folder;
    const nested = [...repositories.keys()].map(({ rootUri }) => rootUri.fsPath);
    void indexer.indexByItself(
      [...folders(), ...nested.filter((root) => isNested(folders(), root))],
      abort.signal,
    );
  };
  held.add(session.onState(onState));
  held.add({
    dispose: () => {
      abort.abort();
      for (const own of repositories.values()) own.dispose();
    },
  });
  onState();
  return held;
};
