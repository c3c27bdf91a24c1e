import { drawerId, isoTime, type DrawerId } from '../../model/ids.ts';
import { PalaceError } from '../../model/palaceError.ts';
import { planStates, type PlanQueries, type PlanRow, type PlanWrites } from './plans.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../realFile/sqlDatabase.ts';

/** Plans that nobody applied and that are kept, the newest; applied ones stay, for they can be undone. */
const keptProposals = 50;

/** Reads of plans and refusals. */
export const planQueries = (database: () => SqlDatabase): PlanQueries => ({
  plan: (id) => database().statement(`SELECT ${columns} FROM plans WHERE id = ?`).first(readPlan, id),
  plans: (limit) =>
    database()
      .statement(`SELECT ${columns} FROM plans ORDER BY created_at DESC, id DESC LIMIT ?`)
      .all(readPlan, limit),
  rejectionsOf: (ids) =>
    new Map(
      database()
        .statement(
          'SELECT r.drawer_id, r.at FROM json_each(?) j JOIN rejections r ON r.drawer_id = j.value ORDER BY r.drawer_id',
        )
        .all((row) => [drawerId(row.text(0)), isoTime(row.text(1))] as const, JSON.stringify(ids)),
    ),
  rejectedSince: (time) =>
    new Set(
      database()
        .statement('SELECT drawer_id FROM rejections WHERE at >= ?')
        .all((row) => drawerId(row.text(0)), time),
    ),
  drawersPointingTo: (id) =>
    database()
      .statement('SELECT id FROM drawers WHERE superseded_by = ? OR consolidated_into = ? ORDER BY rowid')
      .all((row) => drawerId(row.text(0)), id, id),
});

const columns = 'id, state, created_at, palace_revision, body';

const readPlan = (row: SqlRow): PlanRow => {
  const [id, stored] = [row.text(0), row.text(1)];
  const state = planStates.find((name) => name === stored);
  if (state === undefined)
    throw new PalaceError('E_PALACE_DAMAGED', `The plan ${id} is in the unknown state ${stored}.`);
  return { id, state, createdAt: isoTime(row.text(2)), palaceRevision: row.number(3), body: row.text(4) };
};

/** Writes of plans and refusals. `changed` hears of each drawer that was refused. */
export const planWrites = (
  run: (sql: string, ...values: readonly SqlValue[]) => number,
  rowidOf: (id: DrawerId) => number | undefined,
  changed: (rowid: number) => void,
): PlanWrites => ({
  putPlan: ({ id, state, createdAt, palaceRevision, body }) => {
    run(
      'INSERT OR REPLACE INTO plans (id, state, created_at, palace_revision, body) VALUES (?, ?, ?, ?, ?)',
      id,
      state,
      createdAt,
      palaceRevision,
      body,
    );
    run(
      "DELETE FROM plans WHERE state = 'proposed' AND id NOT IN (SELECT id FROM plans WHERE state = 'proposed' ORDER BY created_at DESC, id DESC LIMIT ?)",
      keptProposals,
    );
  },
  putRejections: (rejections) => {
    for (const { id, at } of rejections) {
      const rowid = rowidOf(id);
      if (rowid === undefined)
        throw new PalaceError('E_DRAWER_NOT_FOUND', `There is no drawer ${id} in this palace.`);
      if (at === null) run('DELETE FROM rejections WHERE drawer_id = ?', id);
      else run('INSERT OR REPLACE INTO rejections (drawer_id, at) VALUES (?, ?)', id, at);
      changed(rowid);
    }
  },
});
