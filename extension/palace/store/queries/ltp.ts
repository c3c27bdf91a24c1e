import { dayMs } from '../../../base/time.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';

/** The accesses that count for long-term potentiation: those of the last `days` days. */
export interface UseWindow {
  readonly now: IsoTime;
  readonly days: number;
}

/** The first time that counts. */
export const windowStart = ({ now, days }: UseWindow): IsoTime => isoTime(Date.parse(now) - days * dayMs);

/** What a scan computed from a drawer's use. A drawer that was never used has no row. */
export interface LtpRow {
  readonly id: string;
  /** Sessions within the window. */
  readonly accesses: number;
  /** 0…1. */
  readonly ltpScore: number;
  readonly windowDays: number;
  /** When the window moves past the oldest of these accesses; {@link never} if there is none. */
  readonly expiresAt: string;
}

/** Later than every time. */
export const never = '9999';

export interface ScannedDrawer {
  readonly rowid: number;
  readonly id: string;
  /** Sessions within the window. */
  readonly sessions: number;
  /** The oldest access within the window. */
  readonly oldest: string | null;
  /** What the last scan wrote; null if there is no row. */
  readonly known: LtpRow | null;
  /** Whether its accesses have changed since. */
  readonly isDue: boolean;
  readonly isMarkedSuperseded: boolean;
}

const scanned = `SELECT d.rowid, d.id, count(a.drawer_id), min(a.at), d.superseded_by IS NOT NULL, u.drawer_id IS NOT NULL,
    l.accesses_in_window, l.ltp_score, l.window_days, l.expires_at
  FROM drawers d LEFT JOIN access_log a ON a.drawer_id = d.id AND a.at >= ?
  LEFT JOIN ltp l ON l.drawer_id = d.id LEFT JOIN ltp_due u ON u.drawer_id = d.id`;

const ltpRow = (row: SqlRow, id: string, column: number): LtpRow => ({
  id,
  accesses: row.number(column),
  ltpScore: row.number(column + 1),
  windowDays: row.number(column + 2),
  expiresAt: row.text(column + 3),
});

const scannedDrawer = (row: SqlRow): ScannedDrawer => {
  const id = row.text(1);
  return {
    rowid: row.number(0),
    id,
    sessions: row.number(2),
    oldest: row.textOrNull(3),
    isMarkedSuperseded: row.number(4) === 1,
    isDue: row.number(5) === 1,
    known: row.numberOrNull(6) === null ? null : ltpRow(row, id, 6),
  };
};

/** The next `limit` drawers after a rowid, in rowid order, each with its sessions since a time and the last scan's result. */
export const scanUse = (
  database: SqlDatabase,
  since: IsoTime,
  afterRowid: number,
  limit: number,
): ScannedDrawer[] =>
  database
    .statement(`${scanned} WHERE d.rowid > ? GROUP BY d.rowid ORDER BY d.rowid LIMIT ?`)
    .all(scannedDrawer, since, afterRowid, limit);

/** The same for these drawers; those that are gone are left out. */
export const scanUseOf = (database: SqlDatabase, since: IsoTime, ids: readonly string[]): ScannedDrawer[] =>
  database
    .statement(`${scanned} WHERE d.id IN (SELECT value FROM json_each(?)) GROUP BY d.rowid ORDER BY d.rowid`)
    .all(scannedDrawer, since, JSON.stringify(ids));

/** Each of them is looked up: `IN (SELECT id FROM drawers)` would read the IDs of all drawers. */
const due = `SELECT drawer_id FROM (SELECT drawer_id FROM ltp_due UNION SELECT drawer_id FROM ltp WHERE expires_at < ? OR window_days <> ?) u
  WHERE EXISTS (SELECT 1 FROM drawers d WHERE d.id = u.drawer_id)`;

/** Drawers whose row is out of date: used since, or past by the window. In order. */
export const dueForScan = (database: SqlDatabase, { now, days }: UseWindow): string[] =>
  database.statement(`${due} ORDER BY drawer_id`).all((row) => row.text(0), now, days);

/** How many drawers are due. */
export const countDueForScan = (database: SqlDatabase, { now, days }: UseWindow): number =>
  database.statement(`SELECT count(*) FROM (${due})`).first((row) => row.number(0), now, days) ?? 0;

/**
 * Sessions within the window, for those of the drawers that have any. Read from the table, or from the log where a
 * row is out of date, so the answer equals that of a scan made now.
 */
export const sessionsInWindow = (
  database: SqlDatabase,
  ids: readonly string[],
  window: UseWindow,
): { readonly id: string; readonly sessions: number }[] =>
  database
    .statement(
      `SELECT id, sessions FROM (SELECT j.value AS id, CASE
          WHEN u.drawer_id IS NULL AND l.drawer_id IS NULL THEN 0
          WHEN u.drawer_id IS NULL AND l.window_days = ? AND l.scanned_at <= ? AND l.expires_at >= ? THEN l.accesses_in_window
          ELSE (SELECT count(*) FROM access_log a WHERE a.drawer_id = j.value AND a.at >= ?) END AS sessions
        FROM (SELECT DISTINCT value FROM json_each(?)) j
        LEFT JOIN ltp l ON l.drawer_id = j.value LEFT JOIN ltp_due u ON u.drawer_id = j.value)
      WHERE sessions > 0 ORDER BY id`,
    )
    .all(
      (row) => ({ id: row.text(0), sessions: row.number(1) }),
      window.days,
      window.now,
      window.now,
      windowStart(window),
      JSON.stringify(ids),
    );

/** Every row of the table, by drawer ID. */
export const ltpRows = (database: SqlDatabase): LtpRow[] =>
  database
    .statement(
      'SELECT drawer_id, accesses_in_window, ltp_score, window_days, expires_at FROM ltp ORDER BY drawer_id',
    )
    .all((row) => ltpRow(row, row.text(0), 1));

/** Writes a scan's rows; the drawers in `settled` are no longer due. */
export const putLtp = (
  run: RunStatement,
  rows: readonly LtpRow[],
  settled: readonly string[],
  at: IsoTime,
): void => {
  for (const { id, accesses, ltpScore, windowDays, expiresAt } of rows)
    run(
      'INSERT OR REPLACE INTO ltp (drawer_id, accesses_in_window, ltp_score, scanned_at, window_days, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      accesses,
      ltpScore,
      at,
      windowDays,
      expiresAt,
    );
  if (settled.length > 0)
    run('DELETE FROM ltp_due WHERE drawer_id IN (SELECT value FROM json_each(?))', JSON.stringify(settled));
};
