import type { DrawerFilter } from '../model/drawerFilter.ts';
import type { RoomName, WingName } from '../model/ids.ts';
import { shelfOf, typesOf, type Shelf } from '../model/shelf.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';

/** A part of the palace as it is browsed. */
export interface ShelfPlace {
  readonly shelf: Shelf;
  readonly wing?: WingName | undefined;
  readonly room?: RoomName | undefined;
  readonly filter: DrawerFilter;
}

/** Drawers that are one row of a shelf: a file, a conversation, a branch. */
export interface ShelfSlots {
  readonly group: string;
  /** In the order of {@link shelfEntries}. */
  readonly entries: readonly [CatalogueEntry, ...CatalogueEntry[]];
}

type RoomCounts = Record<string, Record<string, number>>;

/** How many drawers pass the filter, by shelf, wing and room. */
export const shelfCounts = (catalogue: Catalogue, filter: DrawerFilter): Record<Shelf, RoomCounts> => {
  const counts = new Map<Shelf, Map<string, Map<string, number>>>();
  for (const { type, wing, room } of entriesIn(catalogue, filter)) {
    const shelf = shelfOf(type);
    const wings = counts.get(shelf) ?? new Map<string, Map<string, number>>();
    const rooms = wings.get(wing) ?? new Map<string, number>();
    rooms.set(room, (rooms.get(room) ?? 0) + 1);
    counts.set(shelf, wings.set(wing, rooms));
  }
  const countsOf = (shelf: Shelf): RoomCounts =>
    Object.fromEntries([...(counts.get(shelf) ?? [])].map(([wing, rooms]) => [wing, Object.fromEntries(rooms)]));
  return {
    files: countsOf('files'),
    commits: countsOf('commits'),
    conversations: countsOf('conversations'),
    notes: countsOf('notes'),
  };
};

/** The drawers of a place, newest first; parts of one source that were filed together keep their order. */
export const shelfEntries = (
  catalogue: Catalogue,
  { shelf, wing, room, filter }: ShelfPlace,
): CatalogueEntry[] => {
  const { types } = filter;
  return [
    ...entriesIn(catalogue, {
      ...filter,
      types: types === undefined ? typesOf(shelf) : typesOf(shelf).filter((type) => types.includes(type)),
      ...(wing === undefined ? {} : { wings: [wing] }),
      ...(room === undefined ? {} : { rooms: [room] }),
    }),
  ].sort(newestFirst);
};

/** Files by path, others by their newest drawer. `groupOf`: '' for a drawer that belongs to none. */
export const shelfGroups = (
  entries: readonly CatalogueEntry[],
  shelf: Shelf,
  groupOf: (entry: CatalogueEntry) => string,
): ShelfSlots[] => {
  const groups = new Map<string, ShelfSlots & { readonly entries: [CatalogueEntry, ...CatalogueEntry[]] }>();
  for (const entry of entries) {
    const group = groupOf(entry);
    const key = group === '' ? JSON.stringify([entry.wing, entry.room]) : group;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { group, entries: [entry] });
    else known.entries.push(entry);
  }
  const found = [...groups.values()];
  return shelf === 'files' ? found.sort(byPath) : found;
};

/** The order in which the text of a source is read. */
export const inTextOrder = (entries: readonly CatalogueEntry[]): CatalogueEntry[] =>
  [...entries].sort((a, b) => a.sourceNumber - b.sourceNumber || a.chunkIndex - b.chunkIndex || a.slot - b.slot);

const newestFirst = (a: CatalogueEntry, b: CatalogueEntry): number =>
  b.filedAtMs - a.filedAtMs || b.sourceNumber - a.sourceNumber || a.chunkIndex - b.chunkIndex || b.slot - a.slot;

const comparePaths = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Drawers without a file come last. */
const byPath = (a: ShelfSlots, b: ShelfSlots): number =>
  Number(a.group === '') - Number(b.group === '') ||
  comparePaths(a.group, b.group) ||
  (a.group < b.group ? -1 : 1);

function* entriesIn(catalogue: Catalogue, filter: DrawerFilter): Generator<CatalogueEntry> {
  const { mask } = catalogue.scope(filter);
  for (let slot = 0; slot < mask.length; slot++) if (mask[slot] === 1) yield catalogue.entry(slot);
}
