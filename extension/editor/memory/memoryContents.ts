import { firstOfEach } from '../../base/firstOfEach.ts';
import { noteIdOf } from '../../palace/contract/noteIdOf.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { entryTypes } from '../../palace/model/drawer/vocabulary.ts';
import { shelfOf, shelves, type Shelf } from '../../palace/model/drawer/shelf.ts';
import { drawersById } from '../tree/drawersById.ts';
import type { TreeContents } from '../tree/palaceTree.ts';
import type { IndexedCommits } from '../git/commitsNote.ts';
import { filterRequest, isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';
import {
  commitsNodes,
  drawersIn,
  listKey,
  roomNodes,
  wingNodes,
  type MemoryNode,
  type MemoryPlace,
  type RoomCounts,
} from './memoryNode.ts';
import { ShownPages, type ShownRows } from './shownRows.ts';

/** The largest number of drawers that a filter by words shows. */
const mostFound = 500;

type ShelfCounts = Readonly<Record<Shelf, RoomCounts>>;
/** IDs by shelf, the best match first. */
type Found = ReadonlyMap<Shelf, readonly string[]>;

/**
 * The rows of the Memory view under its filter: shelves with their counts, then wing → room → file → drawers, each level
 * read when it is opened. A level with one row is left out, except for rooms, files and shared wings. Under a filter by words a shelf
 * lists what was found, the best match first.
 */
export class MemoryContents implements TreeContents<MemoryNode> {
  readonly #pages = new ShownPages();
  readonly #indexed: () => IndexedCommits | null;
  readonly #isShared: (wing: string) => boolean;
  #filter: MemoryFilter = noFilter;
  #found: Promise<Found> | undefined;
  #counts: Promise<ShelfCounts> | undefined;

  /**
   * `indexed`: commits that were indexed automatically, as long as the view says so. `isShared`: whether a wing is shared with a
   * team.
   */
  constructor(
    indexed: () => IndexedCommits | null = () => null,
    isShared: (wing: string) => boolean = () => false,
  ) {
    this.#indexed = indexed;
    this.#isShared = isShared;
  }

  get filter(): MemoryFilter {
    return this.#filter;
  }

  set filter(filter: MemoryFilter) {
    this.#filter = filter;
    this.refresh();
  }

  refresh(): void {
    this.#found = undefined;
    this.#counts = undefined;
  }

  askForMore(list: string): void {
    this.#pages.askForMore(list);
  }

  async children(api: PalaceApi, node: MemoryNode | undefined): Promise<readonly MemoryNode[]> {
    switch (node?.kind) {
      case undefined:
        return this.#top(api);
      case 'shelf':
        return node.isFound ? this.#foundOn(api, node.shelf) : this.#ofShelf(api, node.shelf);
      case 'wing':
        return this.#ofWing(api, node.shelf, node.wing);
      case 'room':
        return node.shelf === 'files' ? this.#groups(api, node) : this.#drawers(api, node);
      case 'group':
        return this.#drawers(api, node.place);
      default:
        return [];
    }
  }

  async #top(api: PalaceApi): Promise<readonly MemoryNode[]> {
    const isFound = this.#filter.text !== '';
    const held = isFound
      ? new Map([...(await this.#find(api))].map(([shelf, ids]) => [shelf, ids.length]))
      : new Map(Object.entries(await this.#shelves(api)).map(([shelf, wings]) => [shelf, drawersIn(wings)]));
    const rows = shelves.flatMap((shelf): MemoryNode[] => {
      const count = held.get(shelf) ?? 0;
      return count === 0 ? [] : [{ kind: 'shelf', shelf, count, isFound }];
    });
    if (isFiltering(this.#filter)) return rows;
    return [...commitsNodes(this.#indexed(), (await api.status({})).drawers.by_type), ...rows];
  }

  async #ofShelf(api: PalaceApi, shelf: Shelf): Promise<readonly MemoryNode[]> {
    if (shelf === 'conversations') return this.#groups(api, { shelf });
    const wings = wingNodes(shelf, (await this.#shelves(api))[shelf], this.#isShared);
    const [only] = wings;
    return only !== undefined && wings.length === 1 && !only.isShared
      ? this.#ofWing(api, shelf, only.wing)
      : wings;
  }

  async #ofWing(api: PalaceApi, shelf: Shelf, wing: string): Promise<readonly MemoryNode[]> {
    const place = { shelf, wing };
    if (shelf === 'commits') {
      const branches = await this.#groups(api, place);
      return branches.length === 1 ? this.#drawers(api, place) : branches;
    }
    const rooms = roomNodes(shelf, (await this.#shelves(api))[shelf], wing);
    return shelf === 'notes' && rooms.length === 1 ? this.#drawers(api, place) : rooms;
  }

  async #foundOn(api: PalaceApi, shelf: Shelf): Promise<readonly MemoryNode[]> {
    const ids = (await this.#find(api)).get(shelf) ?? [];
    const shown = ids.slice(0, this.#pages.limitOf(listKey({ shelf })));
    const drawers = await drawersById(api, shown);
    return withMore(listKey({ shelf }), drawerNodes({ rows: drawers, left: ids.length - shown.length }));
  }

  async #groups(api: PalaceApi, { shelf, wing, room }: MemoryPlace): Promise<readonly MemoryNode[]> {
    const within = { shelf, ...(wing === undefined ? {} : { wing }), ...(room === undefined ? {} : { room }) };
    const { rows, left } = await this.#pages.read(`${listKey(within)}*`, async (page) => {
      const { groups, total } = await api.shelfGroups({ ...within, filter: this.#request, ...page });
      return { rows: groups, total };
    });
    const nodes = rows.map((group): MemoryNode => ({
      kind: 'group',
      group,
      place: {
        ...within,
        group: group.group,
        // Drawers without a group are grouped by wing and room.
        ...(group.group === '' ? { wing: group.wing, room: group.room } : {}),
      },
    }));
    return withMore(`${listKey(within)}*`, { rows: nodes, left });
  }

  async #drawers(api: PalaceApi, { shelf, wing, room, group }: MemoryPlace): Promise<readonly MemoryNode[]> {
    const place = {
      shelf,
      ...(wing === undefined ? {} : { wing }),
      ...(room === undefined ? {} : { room }),
      ...(group === undefined ? {} : { group }),
    };
    const list = listKey(place);
    const found = await this.#pages.read(list, async (page) => {
      const { drawers, total } = await api.shelfDrawers({ ...place, filter: this.#request, ...page });
      return { rows: drawers, total };
    });
    return withMore(list, drawerNodes(found));
  }

  get #request(): ReturnType<typeof filterRequest> {
    return filterRequest(this.#filter);
  }

  #shelves(api: PalaceApi): Promise<ShelfCounts> {
    this.#counts ??= this.#kept(api.shelves({ filter: this.#request }));
    return this.#counts;
  }

  #find(api: PalaceApi): Promise<Found> {
    this.#found ??= this.#kept(search(api, this.#filter));
    return this.#found;
  }

  /** What could not be read is read again the next time. */
  #kept<T>(read: Promise<T>): Promise<T> {
    return read.catch((thrown: unknown) => {
      this.refresh();
      throw thrown;
    });
  }
}

/** Rejects with the palace's error if it refuses the filter's words, such as a condition that it does not know. */
export const checkWords = async (api: PalaceApi, filter: MemoryFilter): Promise<void> => {
  if (filter.text !== '') await search(api, filter);
};

const drawerNodes = ({ rows, left }: ShownRows<Extract<MemoryNode, { kind: 'drawer' }>['drawer']>) => ({
  rows: rows.map((drawer): MemoryNode => ({ kind: 'drawer', drawer })),
  left,
});

const withMore = (list: string, { rows, left }: ShownRows<MemoryNode>): readonly MemoryNode[] =>
  left === 0 ? rows : [...rows, { kind: 'more', list, left }];

const search = async (api: PalaceApi, filter: MemoryFilter): Promise<Found> => {
  const { results } = await api.search({
    query: filter.text,
    filter: filterRequest(filter),
    k: mostFound,
    words_only: true,
    dry_run: true,
    links: false,
  });
  const found = new Map<Shelf, string[]>();
  // A long note has one row, by its first part.
  for (const hit of firstOfEach(results, noteIdOf)) {
    const id = noteIdOf(hit);
    const shelf = shelfOf(entryTypes.find((known) => known === hit.type) ?? 'reference');
    const ids = found.get(shelf);
    if (ids === undefined) found.set(shelf, [id]);
    else ids.push(id);
  }
  return found;
};
