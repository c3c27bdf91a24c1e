import { dayMs } from '../../../base/time.ts';
import { ageingProperty } from '../../model/drawer/ageing.ts';
import { tiers, type Tier } from '../../model/drawer/drawer.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';
import { oneOf } from './drawerRow.ts';

/** Drawers that maintenance or an agent moved together. */
export interface MoveBatch {
  readonly id: string;
  readonly at: IsoTime;
  readonly by: 'maintenance' | 'agent';
  readonly reason: string | null;
  /** The plan that was applied; null if none was. */
  readonly planId: string | null;
}

/** One drawer's move; `to` is null for the archive. */
interface Move {
  readonly drawerId: string;
  readonly from: Tier;
  readonly to: Tier | null;
  readonly reason: string;
}

export interface MoveWithRow extends Move {
  readonly rowid: number;
}

/** Whether moves into the archive are meant or those into a tier. */
export type MovedWhere = 'archive' | 'tier';

export interface MovePage {
  /** Those of the page whose drawers are still where they were put: none, if all were undone. */
  readonly moves: readonly MoveWithRow[];
  /** The drawer after which the next page begins; null after the last one. */
  readonly last: string | null;
}

/**
 * Reads of moves. A move stands while its drawer is still where it was put; all others have been undone or followed by another move.
 * Maintenance may move tens of thousands of drawers at once, each of which is looked up: moves are read in pages.
 */
export interface MoveQueries {
  /** Batches since a time, the latest first, starting after `after`; with `untold`, only those not reported yet. */
  moveBatches(
    since: IsoTime,
    after: Pick<MoveBatch, 'id' | 'at'> | null,
    limit: number,
    untold?: boolean,
  ): MoveBatch[];
  moveBatch(id: string): MoveBatch | undefined;
  /**
   * Those that stand among up to `limit` moves of a batch, ordered by drawer ID, that are looked at in one turn; only those into the
   * archive or into a tier if `where` is given.
   */
  movesAfter(id: string, where: MovedWhere | null, after: string, limit: number): MovePage;
  /** Whether a batch moved any of these drawers. */
  hasMoved(id: string, drawerIds: readonly string[]): boolean;
}

export interface MoveWrites {
  /** Adds moves to a batch, in the transaction that makes them. Batches older than the limit are deleted. */
  putMoves(batch: MoveBatch, moves: readonly Move[]): void;
  /** Marks batches as reported. Returns those that were not. */
  tellMoves(ids: readonly string[], at: IsoTime): string[];
}

/** Days for which batches are kept. What they archived stays restorable by its reason. */
const keptDays = 90;

/** Whether a drawer `d` is where the move `m` of the batch `b` put it, since then. */
const stands = `CASE WHEN m.to_tier IS NULL THEN d.archived = 1 AND d.archived_at = b.at ELSE d.archived = 0 AND d.tier = m.to_tier AND EXISTS
  (SELECT 1 FROM drawer_properties p WHERE p.drawer_id = d.id AND p.name = '${ageingProperty.tierSince}' AND p.value = b.at) END`;
const joined = `move_batches b JOIN moves m ON m.batch = b.id JOIN drawers d ON d.id = m.drawer_id`;

const readBatch = (row: SqlRow): MoveBatch => ({
  id: row.text(0),
  at: isoTime(row.text(1)),
  by: oneOf(['maintenance', 'agent'] as const, row.text(2), 'mover'),
  reason: row.textOrNull(3),
  planId: row.textOrNull(4),
});
const movesSql = `SELECT d.rowid, m.drawer_id, m.from_tier, m.to_tier, m.reason FROM ${joined}`;
const readMove = (row: SqlRow): MoveWithRow => {
  const to = row.textOrNull(3);
  return {
    rowid: row.number(0),
    drawerId: row.text(1),
    from: oneOf(tiers, row.text(2), 'tier'),
    to: to === null ? null : oneOf(tiers, to, 'tier'),
    reason: row.text(4),
  };
};
const batchColumns = 'b.id, b.at, b.by_whom, b.reason, b.plan_id';

export const moveQueries = (database: () => SqlDatabase): MoveQueries => ({
  moveBatches: (since, after, limit, untold = false) =>
    database()
      .statement(
        `SELECT ${batchColumns} FROM move_batches b WHERE b.at >= ? ${after === null ? '' : 'AND b.at <= ? AND (b.at < ? OR b.id > ?)'}
        ${untold ? 'AND b.told_at IS NULL' : ''} ORDER BY b.at DESC, b.id LIMIT ?`,
      )
      .all(readBatch, since, ...(after === null ? [] : [after.at, after.at, after.id]), limit),
  moveBatch: (id) =>
    database().statement(`SELECT ${batchColumns} FROM move_batches b WHERE b.id = ?`).first(readBatch, id),
  movesAfter: (id, where, after, limit) => {
    const there = `m.drawer_id > ?${where === null ? '' : ` AND m.to_tier IS ${where === 'archive' ? '' : 'NOT '}NULL`}`;
    // A page is so many moves, not so many that stand: of a batch that was undone, one page would be all of it.
    const last =
      database()
        .statement(
          `SELECT m.drawer_id FROM moves m WHERE m.batch = ? AND ${there} ORDER BY m.drawer_id LIMIT 1 OFFSET ?`,
        )
        .first((row) => row.text(0), id, after, limit - 1) ?? null;
    const moves = database()
      .statement(
        `${movesSql} WHERE b.id = ? AND ${there} ${last === null ? '' : 'AND m.drawer_id <= ?'} AND ${stands} ORDER BY m.drawer_id`,
      )
      .all(readMove, id, after, ...(last === null ? [] : [last]));
    return { moves, last };
  },
  hasMoved: (id, drawerIds) =>
    database()
      .statement(
        'SELECT 1 FROM json_each(?) j CROSS JOIN moves m ON m.batch = ? AND m.drawer_id = j.value LIMIT 1',
      )
      .first(() => true, JSON.stringify(drawerIds), id) === true,
});

export const moveWrites = (run: RunStatement): MoveWrites => ({
  putMoves: ({ id, at, by, reason, planId }, moves) => {
    if (moves.length === 0) return;
    const oldest = isoTime(Date.parse(at) - keptDays * dayMs);
    run('DELETE FROM moves WHERE batch IN (SELECT id FROM move_batches WHERE at < ?)', oldest);
    run('DELETE FROM move_batches WHERE at < ?', oldest);
    run(
      'INSERT INTO move_batches (id, at, by_whom, reason, plan_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET told_at = NULL',
      id,
      at,
      by,
      reason,
      planId,
    );
    for (const move of moves)
      run(
        'INSERT OR REPLACE INTO moves (batch, drawer_id, from_tier, to_tier, reason) VALUES (?, ?, ?, ?, ?)',
        id,
        move.drawerId,
        move.from,
        move.to,
        move.reason,
      );
  },
  tellMoves: (ids, at) =>
    ids.filter((id) => run('UPDATE move_batches SET told_at = ? WHERE id = ? AND told_at IS NULL', at, id) > 0),
});
