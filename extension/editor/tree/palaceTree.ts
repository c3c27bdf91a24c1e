import type * as vscode from 'vscode';
import { Debouncer } from '../../base/async/debouncer.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { HeldRows } from './heldRows.ts';
import { SettledRefresh } from './settledRefresh.ts';
import { shownKey } from './shownKey.ts';

/** The rows of a tree, read from the palace when a person looks at them. */
export interface TreeContents<Node> {
  children(api: PalaceApi, node: Node | undefined): Promise<readonly Node[]>;
  /** Drops what was read before, because it may have changed. */
  refresh(): void;
}

export interface PalaceTreeDependencies<Node> {
  readonly session: Pick<PalaceSession, 'api' | 'state' | 'onState' | 'onChanged'>;
  readonly contents: TreeContents<Node>;
  /** How a row looks; its ID is its own in the whole tree. */
  readonly item: (node: Node) => vscode.TreeItem & { readonly id?: string };
  /** Whether anybody sees the tree. */
  readonly isVisible: () => boolean;
  /** A tooltip that is expensive to make. It is made when a person points at the row. */
  readonly tooltip: (node: Node) => Promise<vscode.MarkdownString | undefined>;
  /** The only row of a palace that could not be opened. */
  readonly retry: Node;
  /** Shows why rows could not be read. */
  readonly failed: (thrown: unknown) => void;
  /** Called after the top rows were read, with their number. */
  readonly read?: (rows: number) => void;
  /** Milliseconds after the last change, and at the latest after the first, until the tree is read again. */
  readonly quietMs: number;
  readonly latestMs: number;
  /** Also follow changes that leave the palace's revision as it is, such as plans. */
  readonly everyChange: boolean;
}

/** Milliseconds within which the editor asks for the children of an expanded row. */
const settleMs = 250;

/**
 * A tree of the palace: read when a person looks at a part of it, and again a moment after the palace has changed. The editor is told of
 * the rows that differ.
 */
export class PalaceTree<Node> implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #dependencies: PalaceTreeDependencies<Node>;
  readonly #held = new DisposableStore();
  readonly #changes = this.#held.add(new Emitter<Node[] | undefined>());
  readonly onDidChangeTreeData = (listener: (nodes: Node[] | undefined) => void): Disposable =>
    this.#changes.event(listener);
  readonly #refresh = this.#held.add(new SettledRefresh((isDisturbed) => this.#readAnew(isDisturbed), settleMs));
  readonly #rows = new HeldRows<Node>((node) => this.#idOf(node));
  /** Rows that the editor is about to ask for, by the ID of the row above them; undefined stands for the top. */
  readonly #ready = new Map<string | undefined, readonly Node[]>();

  constructor(given: PalaceTreeDependencies<Node>) {
    this.#dependencies = given;
    const { session, quietMs, latestMs, everyChange } = given;
    const changed = this.#held.add(new Debouncer(() => this.refresh(), quietMs, latestMs));
    let shown = shownKey(session.state);
    this.#held.add(
      session.onState((state) => {
        const now = shownKey(state);
        if (now !== shown) changed.call();
        shown = now;
      }),
    );
    if (everyChange) this.#held.add(session.onChanged(() => changed.call()));
  }

  refresh(): void {
    this.#refresh.want();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return this.#dependencies.item(this.#rows.newest(node));
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    const tooltip = await this.#dependencies.tooltip(this.#rows.newest(node));
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  getChildren(node?: Node): Promise<Node[]> {
    return this.#refresh.read(async () =>
      this.#rows.give(node, await this.#childrenOf(node === undefined ? undefined : this.#rows.newest(node))),
    );
  }

  async #childrenOf(node: Node | undefined): Promise<Node[]> {
    const { session, retry, failed } = this.#dependencies;
    const { kind } = session.state;
    // Without a palace, the view shows its welcome text instead.
    if (kind === 'nowhere' || kind === 'absent' || kind === 'locating') return [];
    if (kind === 'failed') return node === undefined ? [retry] : [];
    const key = node === undefined ? undefined : this.#idOf(node);
    const ready = this.#ready.get(key);
    this.#ready.delete(key);
    if (ready !== undefined) return [...ready];
    try {
      return await this.#read(node);
    } catch (thrown) {
      // The session finds out soon that it has gone.
      if (PalaceError.from(thrown).code !== 'E_PALACE_NOT_FOUND') failed(thrown);
      return [];
    }
  }

  async #read(node: Node | undefined): Promise<Node[]> {
    const { session, contents, read } = this.#dependencies;
    const children = [...(await contents.children(await session.api(), node))];
    if (node === undefined) read?.(children.length);
    return children;
  }

  async #readAnew(isDisturbed: () => boolean): Promise<void> {
    const { session, contents, isVisible } = this.#dependencies;
    contents.refresh();
    this.#ready.clear();
    const changed =
      session.state.kind === 'open' && isVisible() ? await this.#changedRows().catch(() => undefined) : undefined;
    if (changed?.length === 0) return;
    // Told while it waits for rows, the editor drops their answer, and takes the row above for empty from then on.
    const isWaiting = isDisturbed();
    if (changed === undefined || isWaiting) this.#rows.clear();
    if (isWaiting) {
      this.#ready.clear();
      this.refresh();
    } else this.#changes.fire(changed);
  }

  /**
   * The rows that the editor is told of; undefined: the whole tree. What it then asks for is read before it is told, so that it is
   * without these rows, and deaf to keys, only for as long as asking takes.
   */
  async #changedRows(): Promise<Node[] | undefined> {
    const told: Node[] = [];
    const opened = this.#rows.opened();
    if (opened.length === 0) return undefined;
    /** The rows that the editor reads again, by their IDs. */
    const again = new Map<string, Node>();
    const makeReady = (above: Node | undefined, nodes: readonly Node[]): void => {
      this.#ready.set(above === undefined ? undefined : this.#idOf(above), nodes);
      for (const node of nodes) again.set(this.#idOf(node), node);
    };
    for (const above of opened) {
      if (this.#rows.hasBelow(above)) {
        const nodes = await this.#read(above === undefined ? undefined : this.#rows.newest(above));
        for (const row of this.#rows.renew(above, nodes)) {
          if (row === above) makeReady(above, nodes);
          if (row === undefined) return undefined;
          told.push(row);
          again.set(this.#idOf(row), this.#rows.newest(row));
        }
      } else if (above !== undefined) {
        const node = again.get(this.#idOf(above));
        if (node !== undefined) makeReady(node, await this.#read(node));
      }
    }
    return told;
  }

  #idOf(node: Node): string {
    return this.#dependencies.item(node).id ?? '';
  }

  dispose(): void {
    this.#held.dispose();
  }
}
