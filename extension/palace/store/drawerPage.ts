import * as z from 'zod';
import type { DrawerFilter } from '../model/drawerFilter.ts';
import { PalaceError } from '../model/palaceError.ts';
import { drawerColumns, readDrawer } from './drawerRow.ts';
import type { DrawerPage, PageCursor } from './palaceStore.ts';
import type { SqlDatabase, SqlValue } from './realFile/sqlDatabase.ts';

/** The last drawer of a page: its source's path and ID (both '' for drawers of no source), chunk index and rowid. */
const positionSchema = z.tuple([z.string(), z.string(), z.number(), z.number()]);
type Position = z.infer<typeof positionSchema>;

const readPosition = (cursor: PageCursor): Position => {
  try {
    return positionSchema.parse(JSON.parse(cursor));
  } catch (thrown) {
    throw new PalaceError('E_MESSAGE', `"${cursor}" is not a page's cursor.`, { cause: thrown });
  }
};

/** Drawers of no source come first, in the order in which they were filed; then the others, source by source in path order. */
export const pageOfDrawers = (database: SqlDatabase, filter: DrawerFilter, cursor: PageCursor | null, limit: number): DrawerPage => {
  const [path, source, chunk, rowid] = cursor === null ? firstPosition : readPosition(cursor);
  const { sql, values } = conditions(filter);
  const withoutSource =
    source !== ''
      ? []
      : database
        .statement(`SELECT ${drawerColumns} FROM drawers d LEFT JOIN sources s ON FALSE
          WHERE d.source_id IS NULL AND (d.chunk_index, d.rowid) > (?, ?)${sql} ORDER BY d.chunk_index, d.rowid LIMIT ?`)
        .all(readDrawer, chunk, rowid, ...values, limit + 1);
  const room = limit + 1 - withoutSource.length;
  const ofSources =
    room <= 0
      ? []
      : database
        .statement(`SELECT ${drawerColumns} FROM sources s CROSS JOIN drawers d ON d.source_id = s.id
          WHERE s.path >= ? AND ((s.path, s.id) > (?, ?) OR (s.id = ? AND (d.chunk_index, d.rowid) > (?, ?)))${sql}
          ORDER BY s.path, s.id, d.chunk_index, d.rowid LIMIT ?`)
        .all(readDrawer, path, path, source, source, chunk, rowid, ...values, room);
  const drawers = [...withoutSource, ...ofSources].slice(0, limit);
  const last = drawers.at(-1);
  const more = withoutSource.length + ofSources.length > limit && last !== undefined;
  return { drawers, next: more ? JSON.stringify([last.sourceFile ?? '', last.sourceFile === null ? '' : last.sourceId ?? '', last.chunkIndex, last.rowid] satisfies Position) : null };
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
    // As JSON, so that every list length is the same statement.
    if (allowed !== undefined) demand(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(allowed));
  };
  if (filter.includeArchived !== true) demand('d.archived = 0');
  among('d.wing', filter.wings);
  among('d.room', filter.rooms);
  among('d.type', filter.types);
  among('d.tier', filter.tiers);
  if (filter.filedFrom !== undefined) demand('d.filed_at >= ?', filter.filedFrom);
  if (filter.filedBefore !== undefined) demand('d.filed_at < ?', filter.filedBefore);
  if (filter.path !== undefined) demand('instr(s.path_folded, ?) > 0', filter.path.toLowerCase());
  return { sql: parts.join(''), values };
};
