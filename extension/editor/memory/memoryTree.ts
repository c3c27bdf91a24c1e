import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { Debouncer } from '../../base/debouncer.ts';
import type { Localiser } from '../platform/localiser.ts';
import { MemoryContents } from './memoryContents.ts';
import type { MemoryFilter } from './memoryFilter.ts';
import { drawerTooltip } from './drawerItem.ts';
import { memoryItem } from './memoryItem.ts';
import { roomNodes, wingNodes, type MemoryNode } from './memoryNode.ts';
import { shownKey } from '../tree/shownKey.ts';

const refreshQuietMs = 300;
const refreshLatestMs = 1500;

/** The Memory view's data: counts from the palace's status, drawers page by page, read when a room is opened. */
export class MemoryTree implements vscode.TreeDataProvider<MemoryNode>, vscode.Disposable {
  readonly #session: PalaceSession;
  readonly #localiser: Localiser;
  readonly #failed: (thrown: unknown) => void;
  readonly #held = new DisposableStore();
  readonly #contents = new MemoryContents();
  readonly #isChanged: (drawer: DrawerView) => Promise<boolean>;
  readonly #changes = this.#held.add(new vscode.EventEmitter<MemoryNode | undefined>());
  readonly onDidChangeTreeData = this.#changes.event;

  /** `failed` is told of what could not be read; `isChanged` tells whether a drawer's source says something else by now. */
  constructor(
    session: PalaceSession,
    localiser: Localiser,
    failed: (thrown: unknown) => void,
    isChanged: (drawer: DrawerView) => Promise<boolean>,
  ) {
    this.#session = session;
    this.#isChanged = isChanged;
    this.#failed = failed;
    this.#localiser = localiser;
    const timer = this.#held.add(new Debouncer(() => this.refresh(), refreshQuietMs, refreshLatestMs));
    let shown = shownKey(session.state);
    this.#held.add(
      session.onState((state) => {
        const now = shownKey(state);
        if (now !== shown) timer.call();
        shown = now;
      }),
    );
  }

  get filter(): MemoryFilter {
    return this.#contents.filter;
  }

  set filter(filter: MemoryFilter) {
    this.#contents.filter = filter;
    this.refresh();
  }

  refresh(): void {
    this.#contents.refresh();
    this.#changes.fire(undefined);
  }

  loadMore(node: Extract<MemoryNode, { kind: 'more' }>): void {
    this.#contents.askForMore(node.wing, node.room);
    this.refresh();
  }

  getTreeItem(node: MemoryNode): vscode.TreeItem {
    return memoryItem(node, this.#localiser);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: MemoryNode): Promise<vscode.TreeItem> {
    if (node.kind === 'drawer')
      item.tooltip = drawerTooltip(node, await this.#isChanged(node.drawer), this.#localiser);
    return item;
  }

  async getChildren(node?: MemoryNode): Promise<MemoryNode[]> {
    const { kind } = this.#session.state;
    // The welcome text stands in for a palace that isn't there.
    if (kind === 'nowhere' || kind === 'absent') return [];
    if (kind === 'failed') return node === undefined ? [{ kind: 'retry' }] : [];
    try {
      return await this.#childrenOf(node);
    } catch (thrown) {
      this.#failed(thrown);
      return [];
    }
  }

  async #childrenOf(node: MemoryNode | undefined): Promise<MemoryNode[]> {
    const api = await this.#session.api();
    if (node === undefined) return [...wingNodes(await this.#contents.counts(api))];
    if (node.kind === 'wing') return [...roomNodes(await this.#contents.counts(api), node.wing)];
    if (node.kind !== 'room') return [];
    const { drawers, complete } = await this.#contents.room(api, node.wing, node.room);
    const left = Math.max(1, node.count - drawers.length);
    return [
      ...drawers.map((drawer): MemoryNode => ({ kind: 'drawer', drawer })),
      ...(complete ? [] : [{ kind: 'more', wing: node.wing, room: node.room, left } as const]),
    ];
  }

  dispose(): void {
    this.#held.dispose();
  }
}
