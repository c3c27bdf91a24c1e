import { drawerId, isoTime, type DrawerId, type IsoTime } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { RunStatement, SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';

const planStates = ['proposed', 'applied', 'restored'] as const;
/** The state of a plan: not carried out yet, carried out, or carried out and undone. */
export type PlanState = (typeof planStates)[number];

/** A stored plan to consolidate drawers. The store does not interpret its body. */
interface PlanRow {
  readonly id: string;
  readonly state: PlanState;
  readonly createdAt: IsoTime;
  /** The palace's revision from which the plan was made. */
  readonly palaceRevision: number;
  readonly body: string;
}

/** A person's refusal to let a drawer be summarised; `at` null withdraws it. */
interface Rejection {
  readonly id: DrawerId;
  readonly at: IsoTime | null;
}

/** Reads of plans and refusals. */
export interface PlanQueries {
  plan(id: string): PlanRow | undefined;
  /** Newest first. */
  plans(limit: number): PlanRow[];
  /** When each of the drawers was last refused; those that never were are left out. */
  rejectionsOf(ids: readonly DrawerId[]): ReadonlyMap<DrawerId, IsoTime>;
  /** Drawers last refused between these times, both included. */
  rejectedBetween(first: IsoTime, last: IsoTime): ReadonlySet<DrawerId>;
  /** Drawers that are marked as superseded and not archived, in order of filing. */
  supersededRowids(): number[];
}

/** Writes of plans and refusals. */
export interface PlanWrites {
  /** Stores a plan, and replaces the one with this ID. A plan is not part of the memory, so the revision stays. */
  putPlan(plan: PlanRow): void;
  putRejections(rejections: readonly Rejection[]): void;
}

/** How many unapplied plans are kept, the newest ones. Applied plans all stay, because they can be undone. */
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
  rejectedBetween: (first, last) =>
    new Set(
      database()
        .statement('SELECT drawer_id FROM rejections WHERE at BETWEEN ? AND ?')
        .all((row) => drawerId(row.text(0)), first, last),
    ),
  supersededRowids: () =>
    database()
      .statement(
        'SELECT rowid FROM drawers INDEXED BY drawers_superseded WHERE archived = 0 AND superseded_by IS NOT NULL ORDER BY rowid',
      )
      .all((row) => row.number(0)),
});

const columns = 'id, state, created_at, palace_revision, body';

const readPlan = (row: SqlRow): PlanRow => {
  const [id, stored] = [row.text(0), row.text(1)];
  const state = planStates.find((name) => name === stored);
  if (state === undefined)
    throw new PalaceError('E_PALACE_DAMAGED', errorText`The plan ${id} is in the unknown state ${stored}.`);
  return { id, state, createdAt: isoTime(row.text(2)), palaceRevision: row.number(3), body: row.text(4) };
};

/** Writes of plans and refusals. `changed` is called for each drawer whose refusal changed. */
export const planWrites = (
  run: RunStatement,
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
    // This one stays even if the clock was set back, so that others are dated later.
    run(
      "DELETE FROM plans WHERE state = 'proposed' AND id NOT IN (SELECT id FROM plans WHERE state = 'proposed' ORDER BY id = ? DESC, created_at DESC, id DESC LIMIT ?)",
      id,
      keptProposals,
    );
  },
  putRejections: (rejections) => {
    for (const { id, at } of rejections) {
      const rowid = rowidOf(id);
      if (rowid === undefined)
        throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
      if (at === null) run('DELETE FROM rejections WHERE drawer_id = ?', id);
      else run('INSERT OR REPLACE INTO rejections (drawer_id, at) VALUES (?, ?)', id, at);
      changed(rowid);
    }
  },
});
