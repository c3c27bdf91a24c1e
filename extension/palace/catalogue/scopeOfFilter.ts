import { entryTypes, tiers } from '../model/drawer/drawer.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { DrawerScope } from '../model/query/drawerScope.ts';
import { fileKindOfPath } from '../model/source/fileKind.ts';
import { flag } from './drawerColumns.ts';
import type { NamedColumns } from './drawerCounts.ts';
import type { Interner } from './interner.ts';
import { pathOf } from './sourceKey.ts';

const fileType = entryTypes.indexOf('file');

/** What a filter is compared with. */
interface FilteredColumns extends NamedColumns {
  readonly sources: Interner;
  readonly slotsTagged: (tags: readonly string[]) => ReadonlySet<number>;
}

/** The drawers that pass the filter; archived ones only if the filter includes them. */
export const scopeOfFilter = (
  filter: DrawerFilter,
  { columns, slots, wings: wingNames, rooms: roomNames, sources: sourceKeys, slotsTagged }: FilteredColumns,
): DrawerScope => {
  const wings = chosen(wingNames, filter.wings);
  const rooms = chosen(roomNames, filter.rooms);
  const path = filter.path === undefined ? undefined : foldedPath(filter.path);
  const sources =
    path === undefined ? undefined : sourceKeys.matching((name) => foldedPath(pathOf(name)).includes(path));
  const tagged = filter.tags && slotsTagged(filter.tags);
  const types = filter.types && Uint8Array.from(entryTypes, (type) => (filter.types?.includes(type) ? 1 : 0));
  const tierMask = filter.tiers && Uint8Array.from(tiers, (tier) => (filter.tiers?.includes(tier) ? 1 : 0));
  const { kinds } = filter;
  const ofKind = kinds && sourceKeys.matching((name) => kinds.includes(fileKindOfPath(pathOf(name))));
  const from = filter.filedFrom === undefined ? -Infinity : Date.parse(filter.filedFrom);
  const before = filter.filedBefore === undefined ? Infinity : Date.parse(filter.filedBefore);
  const looked =
    flag.live |
    (filter.includeArchived === true ? 0 : flag.archived) |
    (filter.excludeSensitive === true ? flag.sensitive : 0);
  const mask = new Uint8Array(slots);
  let count = 0;
  const history = new Set<number>();
  for (let slot = 0; slot < slots; slot++) {
    if (((columns.flags[slot] ?? 0) & looked) !== flag.live) continue;
    const filed = columns.filedAt[slot] ?? 0;
    if (filed < from || filed >= before) continue;
    if (wings && wings[columns.wing[slot] ?? 0] === 0) continue;
    if (rooms && rooms[columns.room[slot] ?? 0] === 0) continue;
    if (types && types[columns.type[slot] ?? 0] === 0) continue;
    if (tierMask && tierMask[columns.tier[slot] ?? 0] === 0) continue;
    if (ofKind && (columns.type[slot] !== fileType || ofKind[columns.source[slot] ?? 0] === 0)) continue;
    if (sources && sources[columns.source[slot] ?? 0] === 0) continue;
    if (tagged && !tagged.has(slot)) continue;
    mask[slot] = 1;
    count++;
    if (((columns.flags[slot] ?? 0) & flag.history) !== 0) history.add(slot);
  }
  return history.size === 0 ? { mask, count } : { mask, count, history };
};

/** Letter case does not matter, nor whether an accent is a character of its own, as in file names of macOS. */
const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase();

const chosen = (names: Interner, wanted: readonly string[] | undefined): Uint8Array | undefined =>
  wanted === undefined ? undefined : names.matching((name) => wanted.includes(name));
