import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { drawersById } from '../tree/drawersById.ts';
import type { TreeContents } from '../tree/palaceTree.ts';
import { filterRequest, isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';
import type { IndexedCommits } from '../git/commitsNote.ts';
import { commitsNodes, roomNodes, wingNodes, type MemoryNode, type RoomCounts } from './memoryNode.ts';
import { pageSize, RoomPages, type RoomContents } from './roomPages.ts';

/** The largest number of drawers that a filter by words shows. */
const mostFound = 500;

/** Wing → room → IDs, the best match first. */
type Found = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** The rows of the Memory view under its filter: wings and rooms with their counts, and each room's drawers. */
export class MemoryContents implements TreeContents<MemoryNode> {
  readonly #pages = new RoomPages();
  readonly #indexed: () => IndexedCommits | null;
  #filter: MemoryFilter = noFilter;
  #found: Promise<Found> | undefined;

  /** `indexed`: commits that were indexed automatically, as long as the view says so. */
  constructor(indexed: () => IndexedCommits | null = () => null) {
    this.#indexed = indexed;
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
  }

  askForMore(wing: string, room: string): void {
    this.#pages.askForMore(wing, room);
  }

  async children(api: PalaceApi, node: MemoryNode | undefined): Promise<readonly MemoryNode[]> {
    if (node === undefined) return this.#top(api);
    if (node.kind === 'wing') return roomNodes(await this.counts(api), node.wing);
    if (node.kind !== 'room') return [];
    const { drawers, complete } = await this.room(api, node.wing, node.room);
    const left = Math.max(1, node.count - drawers.length);
    return [
      ...drawers.map((drawer): MemoryNode => ({ kind: 'drawer', drawer })),
      ...(complete ? [] : [{ kind: 'more', wing: node.wing, room: node.room, left } as const]),
    ];
  }

  async counts(api: PalaceApi): Promise<RoomCounts> {
    if (!isFiltering(this.#filter)) return (await api.status({})).drawers.by_room;
    if (this.#filter.text !== '') return countsOf(await this.#find(api));
    return (await api.list({ filter: filterRequest(this.#filter), limit: 1, with_counts: true })).counts ?? {};
  }

  async room(api: PalaceApi, wing: string, room: string): Promise<RoomContents> {
    if (this.#filter.text === '') return this.#pages.read(api, wing, room, filterRequest(this.#filter));
    const ids = (await this.#find(api)).get(wing)?.get(room) ?? [];
    const shown = ids.slice(0, pageSize * this.#pages.wanted(wing, room));
    return { drawers: await drawersById(api, shown), complete: shown.length === ids.length };
  }

  async #top(api: PalaceApi): Promise<readonly MemoryNode[]> {
    if (isFiltering(this.#filter)) return wingNodes(await this.counts(api));
    const { by_room: rooms, by_type: types } = (await api.status({})).drawers;
    return [...commitsNodes(this.#indexed(), types), ...wingNodes(rooms)];
  }

  #find(api: PalaceApi): Promise<Found> {
    this.#found ??= search(api, this.#filter);
    return this.#found;
  }
}

const search = async (api: PalaceApi, filter: MemoryFilter): Promise<Found> => {
  const { results } = await api.search({
    query: filter.text,
    filter: filterRequest(filter),
    k: mostFound,
    words_only: true,
    dry_run: true,
    links: false,
  });
  const found = new Map<string, Map<string, string[]>>();
  for (const { wing, room, drawer_id: id } of results) {
    const rooms = found.get(wing) ?? new Map<string, string[]>();
    found.set(wing, rooms.set(room, [...(rooms.get(room) ?? []), id]));
  }
  return found;
};

const countsOf = (found: Found): RoomCounts =>
  Object.fromEntries(
    [...found].map(([wing, rooms]) => [
      wing,
      Object.fromEntries([...rooms].map(([room, ids]) => [room, ids.length])),
    ]),
  );
