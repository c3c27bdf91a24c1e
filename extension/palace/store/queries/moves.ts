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
export interface Move {
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
 * Reads of moves whose drawers are still where they were put; all others have been undone or followed by another
 * move.
 */
export interface MoveQueries {
  /** The latest first; with `untold`, only those not reported yet. */
  moveBatches(since: IsoTime, limit: number, untold?: boolean): (MoveBatch & { readonly counts: MoveCounts })[];
  moveBatch(id: string): MoveBatch | undefined;
  /** Ordered by drawer ID. */
  movesOf(id: string, limit: number): MoveWithRow[];
  /** Up to `limit` moves of a batch, ordered by drawer ID, that are looked at in one turn. */
  movesAfter(id: string, where: MovedWhere, after: string, limit: number): MovePage;
  /** The latest batch that has moved drawers of this one on. */
  laterBatch(id: string): string | undefined;
}

export interface MoveCounts {
  readonly archived: number;
  readonly demoted: number;
  readonly promoted: number;
}

export interface MoveWrites {
  /** Adds moves to a batch, in the transaction that makes them. Batches older than the limit are deleted. */
  putMoves(batch: MoveBatch, moves: readonly Move[]): void;
  /** Marks batches as reported. */
  tellMoves(ids: readonly string[], at: IsoTime): void;
}

/** Days for which batches are kept. What they archived stays restorable by its reason. */
const keptDays = 90;

/** Whether a drawer `d` is where the move `m` of the batch `b` put it, since then. */
const stands = `CASE WHEN m.to_tier IS NULL THEN d.archived = 1 AND d.archived_at = b.at ELSE d.archived = 0 AND d.tier = m.to_tier AND EXISTS
  (SELECT 1 FROM drawer_properties p WHERE p.drawer_id = d.id AND p.name = '${ageingProperty.tierSince}' AND p.value = b.at) END`;
const joined = `move_batches b JOIN moves m ON m.batch = b.id JOIN drawers d ON d.id = m.drawer_id`;
const rank = (column: string): string =>
  `CASE ${column} ${tiers.map((tier, i) => `WHEN '${tier}' THEN ${i}`).join(' ')} END`;

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
  moveBatches: (since, limit, untold = false) =>
    database()
      .statement(
        `SELECT ${batchColumns}, sum(m.to_tier IS NULL), sum(m.to_tier IS NOT NULL AND ${rank('m.to_tier')} < ${rank('m.from_tier')}), sum(m.to_tier IS NOT NULL AND ${rank('m.to_tier')} > ${rank('m.from_tier')})
        FROM ${joined} WHERE b.at >= ? ${untold ? 'AND b.told_at IS NULL' : ''} AND ${stands} GROUP BY b.id ORDER BY b.at DESC, b.id LIMIT ?`,
      )
      .all(
        (row) => ({
          ...readBatch(row),
          counts: { archived: row.number(5), demoted: row.number(6), promoted: row.number(7) },
        }),
        since,
        limit,
      ),
  moveBatch: (id) =>
    database().statement(`SELECT ${batchColumns} FROM move_batches b WHERE b.id = ?`).first(readBatch, id),
  movesOf: (id, limit) =>
    database()
      .statement(`${movesSql} WHERE b.id = ? AND ${stands} ORDER BY m.drawer_id LIMIT ?`)
      .all(readMove, id, limit),
  movesAfter: (id, where, after, limit) => {
    const there = `m.drawer_id > ? AND m.to_tier IS ${where === 'archive' ? '' : 'NOT '}NULL`;
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
  laterBatch: (id) =>
    database()
      .statement(
        `SELECT b.id FROM moves e JOIN move_batches earlier ON earlier.id = e.batch JOIN ${joined}
         WHERE e.batch = ? AND e.drawer_id = m.drawer_id AND b.at > earlier.at AND ${stands} ORDER BY b.at DESC LIMIT 1`,
      )
      .first((row) => row.text(0), id),
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
  tellMoves: (ids, at) => {
    run(
      'UPDATE move_batches SET told_at = ? WHERE id IN (SELECT value FROM json_each(?))',
      at,
      JSON.stringify(ids),
    );
  },
});
