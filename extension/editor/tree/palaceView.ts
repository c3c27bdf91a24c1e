import * as vscode from 'vscode';
import { contextKeys } from '../platform/contextKeys.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { PalaceTree, type PalaceTreeDependencies } from './palaceTree.ts';

/** A view of the side bar, as the rest of the editor uses it. */
export interface PalaceView extends vscode.Disposable {
  readonly refresh: () => void;
  readonly selection: () => readonly unknown[];
  readonly onSelect: (listener: () => void) => vscode.Disposable;
}

interface PalaceViewOptions<Node> extends Omit<PalaceTreeDependencies<Node>, 'failed' | 'isVisible'> {
  /** The view is `synapsePalace.<id>` in package.json. */
  readonly id: 'memory' | 'session' | 'archive';
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  readonly drag?: vscode.TreeDragAndDropController<Node>;
}

/** Shows a {@link PalaceTree} in the side bar. */
export const createPalaceView = <Node>({
  id,
  log,
  localiser,
  drag,
  ...given
}: PalaceViewOptions<Node>): PalaceView & { readonly treeView: vscode.TreeView<Node> } => {
  const held = new DisposableStore();
  const set = contextKeys();
  // The welcome text says that there is nothing only once that is known.
  const setEmpty = (empty: boolean): void => set(`synapsePalace.${id}Empty`, empty);
  held.add(given.session.onState(({ kind }) => kind !== 'open' && setEmpty(false)));
  const tree = held.add(
    new PalaceTree<Node>({
      ...given,
      read: (rows) => {
        setEmpty(rows === 0);
        given.read?.(rows);
      },
      isVisible: (): boolean => treeView.visible,
      failed: (thrown) => void showError(thrown, log, localiser),
    }),
  );
  const treeView: vscode.TreeView<Node> = held.add(
    vscode.window.createTreeView(`synapsePalace.${id}`, {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
      ...(drag === undefined ? {} : { dragAndDropController: drag }),
    }),
  );
  return {
    treeView,
    refresh: () => tree.refresh(),
    selection: () => treeView.selection,
    onSelect: treeView.onDidChangeSelection,
    dispose: () => held.dispose(),
  };
};
