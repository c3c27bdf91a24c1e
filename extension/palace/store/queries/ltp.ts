import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** What a scan of the palace computed from a drawer's use; a drawer without accesses has no row. */
export interface LtpRow {
  readonly id: string;
  /** Sessions within the window. */
  readonly accesses: number;
  /** 0…1. */
  readonly ltpScore: number;
}

export interface ScannedDrawer {
  readonly rowid: number;
  readonly id: string;
  /** Sessions since the given time. */
  readonly sessions: number;
  /** What the last scan wrote; zeros if there is no row. */
  readonly known: { readonly accesses: number; readonly ltpScore: number };
  readonly isMarkedSuperseded: boolean;
}

/**
 * The next `limit` drawers after a rowid, in rowid order, each with its sessions since a time and the last scan's
 * result.
 */
export const scanUse = (
  database: SqlDatabase,
  since: string,
  afterRowid: number,
  limit: number,
): ScannedDrawer[] =>
  database
    .statement(
      `SELECT d.rowid, d.id, (SELECT count(*) FROM access_log a WHERE a.drawer_id = d.id AND a.at >= ?), coalesce(l.accesses_in_window, 0), coalesce(l.ltp_score, 0), d.superseded_by IS NOT NULL
      FROM drawers d LEFT JOIN ltp l ON l.drawer_id = d.id WHERE d.rowid > ? ORDER BY d.rowid LIMIT ?`,
    )
    .all(
      (row) => ({
        rowid: row.number(0),
        id: row.text(1),
        sessions: row.number(2),
        known: { accesses: row.number(3), ltpScore: row.number(4) },
        isMarkedSuperseded: row.number(5) === 1,
      }),
      since,
      afterRowid,
      limit,
    );

/** Every row of the table, by drawer ID. */
export const ltpRows = (database: SqlDatabase): LtpRow[] =>
  database
    .statement('SELECT drawer_id, accesses_in_window, ltp_score FROM ltp ORDER BY drawer_id')
    .all((row) => ({ id: row.text(0), accesses: row.number(1), ltpScore: row.number(2) }));

/** Writes a scan's rows. A drawer without accesses gets none. */
export const putLtp = (run: RunStatement, rows: readonly LtpRow[], at: string): void => {
  for (const { id, accesses, ltpScore } of rows) {
    if (accesses === 0) run('DELETE FROM ltp WHERE drawer_id = ?', id);
    else
      run(
        'INSERT OR REPLACE INTO ltp (drawer_id, accesses_in_window, ltp_score, scanned_at) VALUES (?, ?, ?, ?)',
        id,
        accesses,
        ltpScore,
        at,
      );
  }
};
