import * as vscode from 'vscode';
import { registerCommand } from '../commands/registerCommand.ts';
import { DisposableStore } from '../disposableStore.ts';
import { progressText } from '../mining/mineText.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { PalaceState } from '../palace/palaceState.ts';
import { showError } from '../showError.ts';
import type { Wording } from '../wording.ts';
import type { MemoryNode } from './memoryNode.ts';
import { MemoryTree } from './memoryTree.ts';

const messageOf = (state: PalaceState, wording: Wording): string | undefined => {
  if (state.kind === 'failed') return `${state.error.message} ${state.error.remedy}`;
  if (state.kind !== 'open' || state.status === null) return undefined;
  if (state.status.palace.state === 'damaged') return wording.t('The palace is damaged and open read-only. Run “Verify Palace” to see what is affected.');
  if (state.progress !== null && state.progress.stage !== 'embedding') return progressText(state.progress, wording);
  return undefined;
};

const isMore = (value: unknown): value is Extract<MemoryNode, { kind: 'more' }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'more';

/** The Memory view with the commands that only it offers. */
export const createMemoryView = (session: PalaceSession, log: vscode.LogOutputChannel, wording: Wording): vscode.Disposable => {
  const held = new DisposableStore();
  const tree = held.add(new MemoryTree(session, wording, (thrown) => void showError(thrown, log, wording)));
  const view = held.add(vscode.window.createTreeView('synapsePalace.memory', { treeDataProvider: tree, showCollapseAll: true }));
  held.add(session.onState((state) => {
    const message = messageOf(state, wording);
    if (view.message !== message) view.message = message;
  }));
  held.add(registerCommand('refreshMemory', async () => {
    if (['absent', 'nowhere', 'failed'].includes(session.state.kind)) await session.locate();
    session.refresh();
    tree.refresh();
  }, { log, wording }));
  held.add(registerCommand('loadMoreDrawers', (node) => {
    if (isMore(node)) tree.loadMore(node);
    return Promise.resolve();
  }, { log, wording }));
  return held;
};
