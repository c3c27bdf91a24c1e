import * as vscode from 'vscode';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { shownKey } from './shownKey.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { Debouncer } from '../../base/debouncer.ts';
import { SettledRefresh } from './settledRefresh.ts';

/** What a tree shows, read from the palace when it is looked at. */
export interface TreeContents<Node> {
  children(api: PalaceApi, node: Node | undefined): Promise<readonly Node[]>;
  /** What was read before may have changed. */
  refresh(): void;
}

export interface PalaceTreeDependencies<Node> {
  readonly session: PalaceSession;
  readonly contents: TreeContents<Node>;
  readonly item: (node: Node) => vscode.TreeItem;
  /** A tooltip that costs something, made when asked for. */
  readonly tooltip: (node: Node) => Promise<vscode.MarkdownString | undefined>;
  /** Stands in the place of a palace that could not be opened. */
  readonly retry: Node;
  /** Is told of what could not be read. */
  readonly failed: (thrown: unknown) => void;
  /** The top was read anew. */
  readonly read: () => void;
  /** Milliseconds after the last change, and at the latest after the first, until the tree is read anew. */
  readonly quietMs: number;
  readonly latestMs: number;
  /** Follow what leaves the palace's revision as it is, too: plans. */
  readonly everyChange: boolean;
}

/** Milliseconds within which the editor asks for what stands under an open row. */
const settleMs = 250;

/** A tree of the palace: read when a part of it is looked at, and again, a moment later, when the palace has changed. */
export class PalaceTree<Node> implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #given: PalaceTreeDependencies<Node>;
  readonly #held = new DisposableStore();
  readonly #changes = this.#held.add(new vscode.EventEmitter<Node | undefined>());
  readonly onDidChangeTreeData = this.#changes.event;
  readonly #refresh = this.#held.add(
    new SettledRefresh(() => {
      this.#given.contents.refresh();
      this.#changes.fire(undefined);
    }, settleMs),
  );

  constructor(given: PalaceTreeDependencies<Node>) {
    this.#given = given;
    const { session, quietMs, latestMs, everyChange } = given;
    const timer = this.#held.add(new Debouncer(() => this.refresh(), quietMs, latestMs));
    let shown = shownKey(session.state);
    this.#held.add(
      session.onState((state) => {
        const now = shownKey(state);
        if (now !== shown) timer.call();
        shown = now;
      }),
    );
    if (everyChange) this.#held.add(session.onChanged(() => timer.call()));
  }

  refresh(): void {
    this.#refresh.want();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return this.#given.item(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    const tooltip = await this.#given.tooltip(node);
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  getChildren(node?: Node): Promise<Node[]> {
    return this.#refresh.read(() => this.#childrenOf(node));
  }

  async #childrenOf(node: Node | undefined): Promise<Node[]> {
    const { session, contents, retry, failed, read } = this.#given;
    const { kind } = session.state;
    // The welcome text stands in for a palace that isn't there.
    if (kind === 'nowhere' || kind === 'absent') return [];
    if (kind === 'failed') return node === undefined ? [retry] : [];
    try {
      const children = [...(await contents.children(await session.api(), node))];
      if (node === undefined) read();
      return children;
    } catch (thrown) {
      failed(thrown);
      return [];
    }
  }

  dispose(): void {
    this.#held.dispose();
  }
}
