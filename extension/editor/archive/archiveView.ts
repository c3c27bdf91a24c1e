import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { registerCommand } from '../platform/registerCommand.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { drawerTooltip } from '../memory/drawerItem.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import { PalaceTree } from '../tree/palaceTree.ts';
import type { PalaceView } from '../tree/palaceView.ts';
import type { Localiser } from '../platform/localiser.ts';
import { ArchiveContents } from './archiveContents.ts';
import { archiveItem } from './archiveItem.ts';
import type { ArchiveNode } from './archiveNode.ts';

export interface ArchiveViewDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  /** Whether a drawer's source says something else by now. */
  readonly isChanged: (drawer: DrawerView) => Promise<boolean>;
}

const [quietMs, latestMs] = [400, 2000];

const isMore = (value: unknown): value is Extract<ArchiveNode, { kind: 'more' }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'more' && 'list' in value;

/** The Archive & plans view with the commands that only it offers. */
export const createArchiveView = ({ session, log, localiser, isChanged }: ArchiveViewDependencies): PalaceView => {
  const held = new DisposableStore();
  const contents = new ArchiveContents();
  const tree = held.add(
    new PalaceTree<ArchiveNode>({
      session,
      contents,
      retry: { kind: 'retry' },
      quietMs,
      latestMs,
      everyChange: true,
      item: (node) => archiveItem(node, localiser),
      tooltip: async (node) =>
        node.kind === 'drawer' ? drawerTooltip(node, await isChanged(node.drawer), localiser) : undefined,
      failed: (thrown) => void showError(thrown, log, localiser),
      read: () => undefined,
    }),
  );
  const view = held.add(
    vscode.window.createTreeView('synapsePalace.archive', {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
    }),
  );
  held.add(
    registerCommand(
      'refreshArchive',
      () => {
        session.refresh();
        tree.refresh();
        return Promise.resolve();
      },
      { log, localiser },
    ),
  );
  held.add(
    registerCommand(
      'loadMoreArchived',
      (node) => {
        if (isMore(node)) {
          contents.askForMore(node.list);
          tree.refresh();
        }
        return Promise.resolve();
      },
      { log, localiser },
    ),
  );
  return {
    refresh: () => tree.refresh(),
    selection: () => view.selection,
    onSelect: view.onDidChangeSelection,
    dispose: () => held.dispose(),
  };
};
