import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { registerCommand } from '../platform/registerCommand.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { progressText } from '../platform/progressText.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { PalaceState } from '../palace/palaceState.ts';
import { showError } from '../platform/showError.ts';
import type { PalaceView } from '../tree/palaceView.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerDrawerDecorations } from './drawerDecorations.ts';
import { askFilter } from './filterPick.ts';
import { filterText, isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';
import type { MemoryNode } from './memoryNode.ts';
import { MemoryTree } from './memoryTree.ts';

const messageOf = (state: PalaceState, localiser: Localiser): string | undefined => {
  if (state.kind === 'failed') return `${state.error.message} ${state.error.remedy}`;
  if (state.kind !== 'open' || state.status === null) return undefined;
  if (state.status.palace.state === 'damaged')
    return localiser.t('The palace is damaged and open read-only. Run “Verify Palace” to see what is affected.');
  if (state.progress !== null && state.progress.stage !== 'embedding')
    return progressText(state.progress, localiser);
  return undefined;
};

const isMore = (value: unknown): value is Extract<MemoryNode, { kind: 'more' }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'more';

export interface MemoryViewDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  /** Whether a drawer's source says something else by now. */
  readonly isChanged: (drawer: DrawerView) => Promise<boolean>;
}

/** The Memory view with the commands that only it offers. */
export const createMemoryView = ({ session, log, localiser, isChanged }: MemoryViewDependencies): PalaceView => {
  const held = new DisposableStore();
  const tree = held.add(
    new MemoryTree(session, localiser, (thrown) => void showError(thrown, log, localiser), isChanged),
  );
  const view = held.add(
    vscode.window.createTreeView('synapsePalace.memory', {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
    }),
  );
  held.add(registerDrawerDecorations(localiser));
  /** The filter stands in the message, too: a narrow side bar cuts the description. */
  const say = (): void => {
    const narrowed = filterText(tree.filter, localiser);
    const parts = [
      messageOf(session.state, localiser),
      narrowed === undefined ? undefined : localiser.t('Filter: {0}', narrowed),
    ].filter((part) => part !== undefined);
    const message = parts.length === 0 ? undefined : parts.join(' — ');
    if (view.message !== message) view.message = message;
  };
  held.add(session.onState(say));
  held.add(
    registerCommand(
      'refreshMemory',
      async () => {
        if (['absent', 'nowhere', 'failed'].includes(session.state.kind)) await session.locate();
        session.refresh();
        tree.refresh();
      },
      { log, localiser },
    ),
  );
  held.add(
    registerCommand(
      'loadMoreDrawers',
      (node) => {
        if (isMore(node)) tree.loadMore(node);
        return Promise.resolve();
      },
      { log, localiser },
    ),
  );
  const narrow = async (filter: MemoryFilter): Promise<void> => {
    tree.filter = filter;
    view.description = filterText(filter, localiser);
    say();
    await vscode.commands.executeCommand('setContext', 'synapsePalace.memoryFiltered', isFiltering(filter));
  };
  held.add(
    registerCommand(
      'filterMemory',
      async () => {
        const filter = await askFilter(tree.filter, await session.api(), localiser);
        if (filter !== undefined) await narrow(filter);
      },
      { log, localiser },
    ),
  );
  held.add(registerCommand('clearMemoryFilter', () => narrow(noFilter), { log, localiser }));
  return {
    refresh: () => tree.refresh(),
    selection: () => view.selection,
    onSelect: view.onDidChangeSelection,
    dispose: () => held.dispose(),
  };
};
