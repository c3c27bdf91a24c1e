import type { Catalogue, CatalogueEntry } from '../catalogue/catalogue.ts';
import { growthOf } from '../catalogue/growth.ts';
import { liveEntries } from '../catalogue/liveEntries.ts';
import { inTextOrder, shelfCounts, shelfEntries, shelfGroups, type ShelfPlace } from '../catalogue/shelves.ts';
import type { PalaceApi, Params } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { isoTime, roomName, wingName } from '../model/drawer/ids.ts';
import type { Shelf } from '../model/drawer/shelf.ts';
import { isPartOfNote } from '../store/noteParts.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import { drawerFilter, drawerView } from './views/drawerView.ts';

/** The calls that read the palace level by level, in their wire form. */
type BrowseCalls = Pick<PalaceApi, 'shelves' | 'shelfGroups' | 'shelfDrawers' | 'growth'>;

interface BrowseParts {
  readonly store: PalaceStore;
  readonly catalogue: Catalogue;
  readonly embeddings: PalaceEmbeddings;
  readonly clock: () => Date;
}

/** Rows per page unless the call sets a limit. */
const pageSize = 200;

export const browseCalls = ({ store, catalogue, embeddings, clock }: BrowseParts): BrowseCalls => {
  const branches = commitBranches(store.read);
  const isPart = ({ id }: CatalogueEntry): boolean => {
    const drawer = store.read.drawerById(id);
    return drawer !== undefined && isPartOfNote(store.read, drawer);
  };
  const groupsOf = (place: ShelfPlace) => {
    const entries = shelfEntries(catalogue, place, isPart);
    const branchOf = place.shelf === 'commits' ? branches(entries) : undefined;
    return shelfGroups(entries, place.shelf, ({ slot, id }) =>
      branchOf === undefined ? catalogue.sourceFileOf(slot) : (branchOf.get(id) ?? ''),
    );
  };
  const entriesOf = (place: ShelfPlace, group: string | undefined): readonly CatalogueEntry[] => {
    if (group === undefined) return shelfEntries(catalogue, place, isPart);
    const entries = groupsOf(place).find((found) => found.group === group)?.entries ?? [];
    return isRead(place.shelf) ? inTextOrder(entries) : entries;
  };
  return {
    growth: async () => {
      const { unit, starts, wings } = growthOf(await liveEntries(catalogue, () => true), clock().getTime());
      return {
        unit,
        starts: starts.map((start) => isoTime(start)),
        wings: wings.map(({ newestMs, ...wing }) => ({
          ...wing,
          newest: isoTime(newestMs),
          filed: [...wing.filed],
        })),
      };
    },
    shelves: async ({ filter }) => shelfCounts(catalogue, drawerFilter(filter), isPart),
    shelfGroups: async (request) => {
      const found = groupsOf(placeOf(request));
      return {
        total: found.length,
        groups: pageOf(found, request).map(({ group, entries }) => ({
          group,
          wing: entries[0].wing,
          room: entries[0].room,
          drawers: entries.length,
          filed_at: isoTime(entries[0].filedAtMs),
          title: request.shelf === 'conversations' ? titleOf(entries[0], store.read) : null,
        })),
      };
    },
    shelfDrawers: async (request) => {
      const entries = entriesOf(placeOf(request), request.group);
      const rowids = pageOf(entries, request).map(({ rowid }) => rowid);
      const drawers = store.read.drawersByRowid(rowids);
      return {
        total: entries.length,
        drawers: drawers.map((drawer) => drawerView(drawer, store.read, embeddings.vectorFacts(drawer.rowid))),
      };
    },
  };
};

/** Whether a group of the shelf is one text, listed from its beginning. */
const isRead = (shelf: Shelf): boolean => shelf === 'files' || shelf === 'conversations';

const placeOf = ({ shelf, wing, room, filter }: Params<'shelfGroups'>): ShelfPlace => ({
  shelf,
  wing: wing === undefined ? undefined : wingName(wing),
  room: room === undefined ? undefined : roomName(room),
  filter: drawerFilter(filter),
});

const pageOf = <T>(
  all: readonly T[],
  { offset = 0, limit = pageSize }: Pick<Params<'shelfGroups'>, 'offset' | 'limit'>,
): readonly T[] => all.slice(offset, offset + limit);

const titleOf = ({ id }: CatalogueEntry, read: ReadQueries): string | null =>
  read.propertiesOf(id)['title'] ?? null;

/** Looks up the branch that commits were read from. It never changes, so each commit is looked up once. */
const commitBranches = (
  read: ReadQueries,
): ((commits: readonly CatalogueEntry[]) => ReadonlyMap<string, string>) => {
  const known = new Map<string, string>();
  return (commits) => {
    const unknown = commits.filter(({ id }) => !known.has(id)).map(({ id }) => id);
    const found = read.propertyOf(unknown, 'branch');
    for (const id of unknown) known.set(id, found.get(id) ?? '');
    return known;
  };
};
