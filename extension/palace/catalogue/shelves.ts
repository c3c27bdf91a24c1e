import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { RoomName, WingName } from '../model/drawer/ids.ts';
import { typesOf, type Shelf } from '../model/drawer/shelf.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';

/** A part of the palace in the browsing views. */
export interface ShelfPlace {
  readonly shelf: Shelf;
  readonly wing?: WingName | undefined;
  readonly room?: RoomName | undefined;
  readonly filter: DrawerFilter;
}

/** Drawers that are one row of a shelf: a file, a conversation, a branch. */
interface ShelfRow {
  readonly group: string;
  /** In the order of {@link shelfEntries}. */
  readonly entries: readonly [CatalogueEntry, ...CatalogueEntry[]];
}

/** Whether a drawer is one of the parts of a long note; the same for all drawers of its source. */
type IsPart = (entry: CatalogueEntry) => boolean;

/** How many rows a shelf has under the filter, by wing and room: drawers, a long note counting once. */
export const shelfCounts = (
  catalogue: Catalogue,
  filter: DrawerFilter,
  isPart: IsPart,
): Record<Shelf, Record<string, Record<string, number>>> => {
  const countsOf = (shelf: Shelf) => catalogue.roomCounts(catalogue.scope(onShelf(shelf, filter)));
  const mask = new Uint8Array(catalogue.slots);
  const notes = entriesAt(catalogue, { shelf: 'notes', filter });
  for (const { slot } of withoutLaterParts(notes, isPart)) mask[slot] = 1;
  return {
    files: countsOf('files'),
    commits: countsOf('commits'),
    conversations: countsOf('conversations'),
    notes: catalogue.roomCounts({ mask }),
  };
};

const onShelf = (shelf: Shelf, filter: DrawerFilter): DrawerFilter => ({
  ...filter,
  types: typesOf(shelf).filter((type) => filter.types?.includes(type) !== false),
});

/**
 * The drawers of a place, newest first; parts of one source that were filed together keep their order. Of a long note only the first
 * of the parts that are there; parts in another room, or that alone are archived, are not there.
 */
export const shelfEntries = (catalogue: Catalogue, place: ShelfPlace, isPart: IsPart): CatalogueEntry[] => {
  const entries = entriesAt(catalogue, place).sort(newestFirst);
  return place.shelf === 'notes' ? withoutLaterParts(entries, isPart) : entries;
};

const entriesAt = (catalogue: Catalogue, { shelf, wing, room, filter }: ShelfPlace): CatalogueEntry[] => {
  const { mask } = catalogue.scope({
    ...onShelf(shelf, filter),
    ...(wing === undefined ? {} : { wings: [wing] }),
    ...(room === undefined ? {} : { rooms: [room] }),
  });
  const entries: CatalogueEntry[] = [];
  mask.forEach((inScope, slot) => {
    if (inScope === 1) entries.push(catalogue.entry(slot));
  });
  return entries;
};

const withoutLaterParts = (entries: readonly CatalogueEntry[], isPart: IsPart): CatalogueEntry[] => {
  const drawersOf = new Map<number, number>();
  for (const { sourceNumber } of entries) drawersOf.set(sourceNumber, (drawersOf.get(sourceNumber) ?? 0) + 1);
  const notes = new Map<number, boolean>();
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const { sourceNumber, archived, wing, room } = entry;
    if (drawersOf.get(sourceNumber) === 1) return true;
    const isOfNote = notes.get(sourceNumber) ?? isPart(entry);
    notes.set(sourceNumber, isOfNote);
    if (!isOfNote) return true;
    const place = JSON.stringify([sourceNumber, archived, wing, room]);
    const isLater = seen.has(place);
    seen.add(place);
    return !isLater;
  });
};

/** Files by path, others by their newest drawer. `groupOf`: '' for a drawer that belongs to none. */
export const shelfGroups = (
  entries: readonly CatalogueEntry[],
  shelf: Shelf,
  groupOf: (entry: CatalogueEntry) => string,
): ShelfRow[] => {
  const groups = new Map<string, ShelfRow & { readonly entries: [CatalogueEntry, ...CatalogueEntry[]] }>();
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
const byPath = (a: ShelfRow, b: ShelfRow): number =>
  Number(a.group === '') - Number(b.group === '') ||
  comparePaths(a.group, b.group) ||
  (a.group < b.group ? -1 : 1);
