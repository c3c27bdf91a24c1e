import { drawerId, isoTime, type DrawerId, type IsoTime } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';

/** A note that was saved before it could be compared with others by meaning. */
interface NoteCheckRow {
  readonly id: DrawerId;
  /** What is to be done about notes on the same subject. The store does not interpret it. */
  readonly curate: string;
  /** Null while the check is due. */
  readonly checked: { readonly at: IsoTime; readonly outcome: string } | null;
}

export interface NoteCheckQueries {
  noteCheck(id: string): NoteCheckRow | undefined;
  /** In the order of saving. */
  dueNoteChecks(): NoteCheckRow[];
}

/** Checks are not part of the memory, so the revision stays. */
export interface NoteCheckWrites {
  /** The note is to be checked once it has a vector. */
  putDueCheck(id: DrawerId, curate: string, at: IsoTime): void;
  /** The outcome of a check. Only the newest outcomes are kept. */
  putCheckOutcome(id: DrawerId, outcome: string, at: IsoTime): void;
}

/** How many outcomes are kept: clients ask for one within seconds, or in their next session. */
const kept = 500;
const columns = 'drawer_id, curate, checked_at, outcome';

const readCheck = (row: SqlRow): NoteCheckRow => {
  const [at, outcome] = [row.textOrNull(2), row.textOrNull(3)];
  return {
    id: drawerId(row.text(0)),
    curate: row.text(1),
    checked: at === null || outcome === null ? null : { at: isoTime(at), outcome },
  };
};

export const noteCheckQueries = (database: () => SqlDatabase): NoteCheckQueries => ({
  noteCheck: (id) =>
    database().statement(`SELECT ${columns} FROM note_checks WHERE drawer_id = ?`).first(readCheck, id),
  dueNoteChecks: () =>
    database()
      .statement(`SELECT ${columns} FROM note_checks WHERE checked_at IS NULL ORDER BY saved_at, drawer_id`)
      .all(readCheck),
});

export const noteCheckWrites = (run: RunStatement): NoteCheckWrites => ({
  putDueCheck: (id, curate, at) => {
    run('INSERT OR REPLACE INTO note_checks (drawer_id, curate, saved_at) VALUES (?, ?, ?)', id, curate, at);
  },
  putCheckOutcome: (id, outcome, at) => {
    run('UPDATE note_checks SET checked_at = ?, outcome = ? WHERE drawer_id = ?', at, outcome, id);
    run(
      `DELETE FROM note_checks WHERE checked_at IS NOT NULL AND drawer_id NOT IN (
        SELECT drawer_id FROM note_checks WHERE checked_at IS NOT NULL ORDER BY checked_at DESC, drawer_id DESC LIMIT ?)`,
      kept,
    );
  },
});
