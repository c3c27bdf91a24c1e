import * as vscode from 'vscode';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { drawerTooltip } from '../memory/drawerItem.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { showError } from '../platform/showError.ts';
import { PalaceTree } from '../tree/palaceTree.ts';
import type { PalaceView } from '../tree/palaceView.ts';
import type { Localiser } from '../platform/localiser.ts';
import { SessionContents } from './sessionContents.ts';
import { sessionItem } from './sessionItem.ts';
import type { SessionNode } from './sessionNode.ts';

export interface SessionViewDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  /** Whether a drawer's source says something else by now. */
  readonly isChanged: (drawer: DrawerView) => Promise<boolean>;
}

/** A context costs a scan of some vectors: it is not read anew with each of several changes. */
const [quietMs, latestMs] = [700, 4000];

/** The Session view: what a session would start with. To look at it is no access, and writes nothing. */
export const createSessionView = ({ session, log, localiser, isChanged }: SessionViewDependencies): PalaceView => {
  const held = new DisposableStore();
  const contents = new SessionContents(localiser);
  const tree = held.add(
    new PalaceTree<SessionNode>({
      session,
      contents,
      retry: { kind: 'retry' },
      quietMs,
      latestMs,
      everyChange: false,
      item: (node) => sessionItem(node, localiser),
      tooltip: async (node) =>
        node.kind === 'drawer'
          ? drawerTooltip(node, await isChanged(node.drawer), localiser, node.reason === null ? [] : [node.reason])
          : undefined,
      failed: (thrown) => void showError(thrown, log, localiser),
      read: () => {
        const { last } = contents;
        view.description =
          last === null
            ? undefined
            : localiser.t(
                '{0} of {1} tokens',
                localiser.count(last.token_estimate),
                localiser.count(last.budget_tokens),
              );
      },
    }),
  );
  const view: vscode.TreeView<SessionNode> = held.add(
    vscode.window.createTreeView('synapsePalace.session', {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
    }),
  );
  return {
    refresh: () => tree.refresh(),
    selection: () => view.selection,
    onSelect: view.onDidChangeSelection,
    dispose: () => held.dispose(),
  };
};
