import { sourceId, type SourceId } from '../../model/drawer/ids.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';

export interface DrawerCounts {
  /** Not archived. */
  readonly total: number;
  readonly archived: number;
  readonly byWing: Readonly<Record<string, number>>;
  /** Wing → room → count. */
  readonly byRoom: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly byType: Readonly<Record<string, number>>;
  readonly byTier: Readonly<Record<string, number>>;
}

/** Counts drawers by wing, room, type and tier; all if `rowids` is absent. Archived ones are counted only in `archived`. */
export const countDrawers = (database: SqlDatabase, rowids?: readonly number[]): DrawerCounts => {
  const from =
    rowids === undefined ? 'drawers d' : 'json_each(?) j CROSS JOIN drawers d NOT INDEXED ON d.rowid = j.value';
  const groups = database
    .statement(
      `SELECT d.archived, d.wing, d.room, d.type, d.tier, count(*) FROM ${from} GROUP BY d.archived, d.wing, d.room, d.type, d.tier`,
    )
    .all(
      (row) => ({
        archived: row.number(0) !== 0,
        wing: row.text(1),
        room: row.text(2),
        type: row.text(3),
        tier: row.text(4),
        count: row.number(5),
      }),
      ...(rowids === undefined ? [] : [JSON.stringify(rowids)]),
    );
  const byWing = new Map<string, number>();
  const byRoom = new Map<string, Map<string, number>>();
  const byType = new Map<string, number>();
  const byTier = new Map<string, number>();
  let total = 0;
  let archived = 0;
  for (const group of groups) {
    if (group.archived) {
      archived += group.count;
      continue;
    }
    total += group.count;
    add(byWing, group.wing, group.count);
    add(byType, group.type, group.count);
    add(byTier, group.tier, group.count);
    const rooms = byRoom.get(group.wing) ?? new Map<string, number>();
    byRoom.set(group.wing, rooms);
    add(rooms, group.room, group.count);
  }
  return {
    total,
    archived,
    byWing: Object.fromEntries(byWing),
    byType: Object.fromEntries(byType),
    byTier: Object.fromEntries(byTier),
    byRoom: Object.fromEntries([...byRoom].map(([wing, rooms]) => [wing, Object.fromEntries(rooms)])),
  };
};

/** Takes two index scans: all drawers of each source, minus the archived ones, which are few. */
export const liveDrawersBySource = (database: SqlDatabase): ReadonlyMap<SourceId, number> => {
  const count = (sql: string): [SourceId, number][] =>
    database.statement(sql).all((row) => [sourceId(row.text(0)), row.number(1)]);
  const live = new Map(
    count('SELECT source_id, count(*) FROM drawers WHERE source_id IS NOT NULL GROUP BY source_id'),
  );
  for (const [id, archived] of count(
    'SELECT source_id, count(*) FROM drawers WHERE archived = 1 AND source_id IS NOT NULL GROUP BY source_id',
  )) {
    const left = (live.get(id) ?? 0) - archived;
    if (left > 0) live.set(id, left);
    else live.delete(id);
  }
  return live;
};

const add = (counts: Map<string, number>, key: string, count: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + count);
