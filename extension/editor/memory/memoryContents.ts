import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { filterRequest, isFiltering, noFilter, type MemoryFilter } from './memoryFilter.ts';
import type { RoomCounts } from './memoryNode.ts';
import { pageSize, RoomPages, type RoomContents } from './roomPages.ts';

/** Drawers that a filter by words shows at most: the best ones. */
const mostFound = 500;

/** Wing → room → IDs, the best match first. */
type Found = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** What the Memory view holds under its filter: counts and, room by room, drawers. */
export class MemoryContents {
  readonly #pages = new RoomPages();
  #filter: MemoryFilter = noFilter;
  #found: Promise<Found> | undefined;

  get filter(): MemoryFilter {
    return this.#filter;
  }

  set filter(filter: MemoryFilter) {
    this.#filter = filter;
    this.refresh();
  }

  /** What was found before may have changed. */
  refresh(): void {
    this.#found = undefined;
  }

  askForMore(wing: string, room: string): void {
    this.#pages.askForMore(wing, room);
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
    const drawers: DrawerView[] = [];
    for (const id of shown) drawers.push(await api.show({ drawer_id: id }));
    return { drawers, complete: shown.length === ids.length };
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
