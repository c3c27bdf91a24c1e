import * as z from 'zod';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { pageCursor, positionOfCursor, type PageCursor } from '../../model/query/pageCursor.ts';
import { drawerColumns, readDrawer } from './drawerRow.ts';
import type { SqlDatabase, SqlValue } from '../realFile/sqlDatabase.ts';

export interface DrawerPage {
  readonly drawers: readonly Drawer[];
  readonly next: PageCursor | null;
}

/**
 * The last drawer of a page: its source's path and ID (both '' for drawers without a source), chunk index and
 * rowid.
 */
const positionSchema = z.tuple([z.string(), z.string(), z.number(), z.number()]);
type Position = z.infer<typeof positionSchema>;

/** What of a damaged palace can be read. */
interface Readable {
  /** Only these rowids; undefined: all. */
  readonly left?: readonly number[] | undefined;
  /** Sources can't. */
  readonly noSources?: boolean;
}

/**
 * Returns a page of drawers. The filter's tags are compared with their letter case. Drawers without a source come
 * first, in the order in which they were filed; the others follow, source by source in path order. If few drawers
 * match the filter's places, those few are sorted; else the tables are walked in order.
 */
export const pageOfDrawers = (
  database: SqlDatabase,
  filter: DrawerFilter,
  cursor: PageCursor | null,
  limit: number,
  { left, noSources = false }: Readable = {},
): DrawerPage => {
  const position = cursor === null ? firstPosition : positionOfCursor(cursor, positionSchema);
  const chosen = left ?? fewOfPlace(database, filter);
  const found =
    chosen === undefined
      ? walk(database, filter, position, limit + 1)
      : sortFew(database, chosen, { filter, position, limit: limit + 1, noSources });
  const drawers = found.slice(0, limit);
  const last = drawers.at(-1);
  return { drawers, next: found.length > limit && last !== undefined ? pageCursor(positionOf(last)) : null };
};

const positionOf = ({ sourceFile, sourceId, chunkIndex, rowid }: Drawer): Position => [
  sourceFile ?? '',
  sourceId ?? '',
  chunkIndex,
  rowid,
];

/** Above this many, walking the tables finds a page faster than sorting. */
const few = 2000;

/**
 * Rowids of the drawers in the filter's wings, rooms, types, tiers and tags, found through indexes alone;
 * `undefined` if there are too many, or if the filter names none of these.
 */
const fewOfPlace = (
  database: SqlDatabase,
  { wings, rooms, types, tiers, tags, includeArchived }: DrawerFilter,
): readonly number[] | undefined => {
  if (
    wings === undefined &&
    rooms === undefined &&
    types === undefined &&
    tiers === undefined &&
    tags === undefined
  )
    return undefined;
  const { sql, values } = conditions({ wings, rooms, types, tiers, tags, includeArchived });
  const rowids = database
    .statement(`SELECT d.rowid FROM drawers d WHERE TRUE${sql} LIMIT ?`)
    .all((row) => row.number(0), ...values, few + 1);
  return rowids.length > few ? undefined : rowids;
};

interface SortedPage extends Required<Pick<Readable, 'noSources'>> {
  readonly filter: DrawerFilter;
  readonly position: Position;
  readonly limit: number;
}

const sortFew = (
  database: SqlDatabase,
  rowids: readonly number[],
  { filter, position, limit, noSources }: SortedPage,
): Drawer[] => {
  const { sql, values } = conditions(filter);
  return database
    .statement(
      `SELECT ${drawerColumns} FROM json_each(?) j CROSS JOIN drawers d ON d.rowid = j.value ${noSources ? 'JOIN (SELECT NULL AS id, NULL AS path, NULL AS path_folded) s' : 'LEFT JOIN sources s ON s.id = d.source_id'}
      WHERE (coalesce(s.path, ''), coalesce(s.id, ''), d.chunk_index, d.rowid) > (?, ?, ?, ?)${sql}
      ORDER BY coalesce(s.path, ''), coalesce(s.id, ''), d.chunk_index, d.rowid LIMIT ?`,
    )
    .all(readDrawer, JSON.stringify(rowids), ...position, ...values, limit);
};

const walk = (
  database: SqlDatabase,
  filter: DrawerFilter,
  [path, source, chunk, rowid]: Position,
  limit: number,
): Drawer[] => {
  const { sql, values } = conditions(filter);
  const withoutSource =
    source !== ''
      ? []
      : database
          .statement(
            `SELECT ${drawerColumns} FROM drawers d LEFT JOIN sources s ON FALSE
          WHERE d.source_id IS NULL AND (d.chunk_index, d.rowid) > (?, ?)${sql} ORDER BY d.chunk_index, d.rowid LIMIT ?`,
          )
          .all(readDrawer, chunk, rowid, ...values, limit);
  if (withoutSource.length === limit) return withoutSource;
  const ofSources = database
    .statement(
      `SELECT ${drawerColumns} FROM sources s CROSS JOIN drawers d ON d.source_id = s.id
      WHERE s.path >= ? AND ((s.path, s.id) > (?, ?) OR (s.id = ? AND (d.chunk_index, d.rowid) > (?, ?)))${sql}
      ORDER BY s.path, s.id, d.chunk_index, d.rowid LIMIT ?`,
    )
    .all(readDrawer, path, path, source, source, chunk, rowid, ...values, limit - withoutSource.length);
  return [...withoutSource, ...ofSources];
};

const firstPosition: Position = ['', '', -1, -1];

const conditions = (filter: DrawerFilter): { readonly sql: string; readonly values: readonly SqlValue[] } => {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const demand = (sql: string, ...given: readonly SqlValue[]): void => {
    parts.push(` AND ${sql}`);
    values.push(...given);
  };
  const among = (column: string, allowed: readonly string[] | undefined): void => {
    // As JSON, so that the statement is the same for every list length.
    if (allowed !== undefined) demand(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(allowed));
  };
  // Few drawers have a tag and most are not archived: with the `+`, SQLite does not begin with an index of the latter.
  if (filter.includeArchived !== true) demand(filter.tags === undefined ? 'd.archived = 0' : '+d.archived = 0');
  if (filter.excludeSensitive === true) demand('d.sensitive = 0');
  among('d.wing', filter.wings);
  among('d.room', filter.rooms);
  among('d.type', filter.types);
  among('d.tier', filter.tiers);
  if (filter.tags !== undefined)
    demand(
      'd.id IN (SELECT drawer_id FROM tags WHERE tag IN (SELECT value FROM json_each(?)))',
      JSON.stringify(filter.tags),
    );
  if (filter.filedFrom !== undefined) demand('d.filed_at >= ?', filter.filedFrom);
  if (filter.filedBefore !== undefined) demand('d.filed_at < ?', filter.filedBefore);
  if (filter.path !== undefined) {
    const path = filter.path.toLowerCase();
    // The column has file names as they are on disk: with letters and their accents in one character, or in two, as macOS writes them.
    demand(
      '(instr(s.path_folded, ?) > 0 OR instr(s.path_folded, ?) > 0)',
      path.normalize('NFC'),
      path.normalize('NFD'),
    );
  }
  return { sql: parts.join(''), values };
};
