import * as z from 'zod';
import { hourMs } from '../../../base/time.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';
import {
  countDueForScan,
  dueForScan,
  ltpRows,
  scanUse,
  scanUseOf,
  sessionsInWindow,
  type LtpRow,
  type ScannedDrawer,
  type UseWindow,
} from './ltp.ts';
import { carryPatterns } from './patterns.ts';

/** In how many sessions a drawer was opened or given to an agent. */
export interface DrawerSessions {
  readonly id: string;
  readonly sessions: number;
}

/** In how many sessions both drawers were accessed; `a` < `b`. */
interface CoAccess {
  readonly a: string;
  readonly b: string;
  readonly count: number;
}

/** A search and what it returned, best first. */
export interface LoggedQuery {
  readonly text: string;
  readonly at: IsoTime;
  readonly resultIds: readonly string[];
}

/**
 * Reads of how the memory was used: the access log, the pairs and the query log. Each is one query, bounded by its
 * arguments.
 */
export interface UsageQueries {
  /** Sessions within the window, for those of the drawers that have any. */
  sessionsInWindow(ids: readonly string[], window: UseWindow): DrawerSessions[];
  /** Sessions since a time, counted in the log, for those of the drawers that have any. */
  sessionsSince(ids: readonly string[], since: IsoTime): DrawerSessions[];
  /** Pairs in which both drawers are among the given ones. */
  coAccesses(ids: readonly string[]): CoAccess[];
  /** Newest first. */
  queriesSince(since: IsoTime, limit: number): LoggedQuery[];
  /** The next `limit` drawers after a rowid, archived ones too, in rowid order. */
  scan(since: IsoTime, afterRowid: number, limit: number): ScannedDrawer[];
  /** The same for these drawers, in rowid order; those that are gone are left out. */
  scanOf(since: IsoTime, ids: readonly string[]): ScannedDrawer[];
  /** IDs of the drawers whose row of the `ltp` table is out of date, in order. */
  due(window: UseWindow): string[];
  countDue(window: UseWindow): number;
  /** Every row that scans have written, by drawer ID. */
  ltp(): LtpRow[];
}

/** How much of the logs is kept. */
export interface UsageLimits {
  /** Older rows are deleted. */
  readonly before: IsoTime;
  /** How many of the remaining rows each log keeps, the newest ones. */
  readonly accesses: number;
  readonly pairs: number;
  readonly queries: number;
}

/**
 * Reads of how a palace was used. A list of drawers is passed as one JSON value, so that it takes one query
 * whatever its length.
 */
export const usageQueries = (database: () => SqlDatabase): UsageQueries => ({
  sessionsSince: (ids, since) =>
    database()
      .statement(
        'SELECT l.drawer_id, count(*) FROM json_each(?) j JOIN access_log l ON l.drawer_id = j.value WHERE l.at >= ? GROUP BY l.drawer_id ORDER BY l.drawer_id',
      )
      .all((row) => ({ id: row.text(0), sessions: row.number(1) }), JSON.stringify(distinct(ids)), since),
  coAccesses: (ids) => {
    const wanted = JSON.stringify(distinct(ids));
    return database()
      .statement(
        'SELECT c.a, c.b, c.count FROM json_each(?) j JOIN co_access c ON c.a = j.value WHERE c.b IN (SELECT value FROM json_each(?)) ORDER BY c.a, c.b',
      )
      .all((row) => ({ a: row.text(0), b: row.text(1), count: row.number(2) }), wanted, wanted);
  },
  queriesSince: (since, limit) =>
    database()
      .statement(
        'SELECT text, at, result_ids FROM query_log WHERE at >= ? AND json_valid(result_ids) ORDER BY id DESC LIMIT ?',
      )
      .all(
        (row) => ({
          text: row.text(0),
          at: isoTime(row.text(1)),
          resultIds: idList.parse(JSON.parse(row.text(2))),
        }),
        since,
        limit,
      ),
  sessionsInWindow: (ids, window) => sessionsInWindow(database(), ids, window),
  scanOf: (since, ids) => scanUseOf(database(), since, ids),
  due: (window) => dueForScan(database(), window),
  countDue: (window) => countDueForScan(database(), window),
  scan: (since, afterRowid, limit) => scanUse(database(), since, afterRowid, limit),
  ltp: () => ltpRows(database()),
});

const idList = z.array(z.string());

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** A drawer is paired with at most this many drawers accessed before it in its session, the latest ones. */
const pairsPerAccess = 20;
/** Only drawers accessed within this time are paired, in milliseconds, because a session may last for days. */
const together = 4 * hourMs;

/** Counts the pairs of a drawer, on its first access in a session, with what the session accessed before it. */
export const countPairs = (
  run: RunStatement,
  database: SqlDatabase,
  drawerId: string,
  sessionId: string,
  at: string,
): void => {
  const others = database
    .statement(
      'SELECT drawer_id FROM access_log INDEXED BY access_log_by_time WHERE at >= ? AND session_id = ? AND drawer_id <> ? ORDER BY at DESC, drawer_id LIMIT ?',
    )
    .all((row) => row.text(0), isoTime(Date.parse(at) - together), sessionId, drawerId, pairsPerAccess);
  for (const other of others) {
    const [a, b] = drawerId < other ? [drawerId, other] : [other, drawerId];
    run(
      'INSERT INTO co_access (a, b, count, last_at) VALUES (?, ?, 1, ?) ON CONFLICT (a, b) DO UPDATE SET count = count + 1, last_at = max(last_at, excluded.last_at)',
      a,
      b,
      at,
    );
  }
};

/**
 * Copies a drawer's accesses, access count and pairs to another drawer, which also replaces it in patterns. The next
 * scan looks at it.
 */
export const carryUsage = (run: RunStatement, from: string, to: string): void => {
  // Before the accesses are copied: a session that used both drawers, as parts of one note, counts once.
  run(
    `UPDATE drawers SET access_count = access_count + (SELECT max(0, d.access_count -
      (SELECT count(*) FROM access_log WHERE drawer_id = d.id AND session_id IN (SELECT session_id FROM access_log WHERE drawer_id = ?)))
      FROM drawers d WHERE d.id = ?),
    last_accessed = nullif(max(coalesce(last_accessed, ''), coalesce((SELECT last_accessed FROM drawers WHERE id = ?), '')), '') WHERE id = ?`,
    to,
    from,
    from,
    to,
  );
  run(
    'INSERT OR IGNORE INTO access_log (drawer_id, session_id, kind, at) SELECT ?, session_id, kind, at FROM access_log WHERE drawer_id = ?',
    to,
    from,
  );
  run(
    `INSERT INTO co_access (a, b, count, last_at)
    SELECT min(other, ?), max(other, ?), count, last_at FROM (SELECT CASE WHEN a = ? THEN b ELSE a END AS other, count, last_at FROM co_access WHERE a = ? OR b = ?)
    WHERE other <> ? ON CONFLICT (a, b) DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
    to,
    to,
    from,
    from,
    from,
    to,
  );
  carryPatterns(run, from, to);
};

export const logQueries = (run: RunStatement, queries: readonly LoggedQuery[]): void => {
  for (const { text, at, resultIds } of queries)
    run('INSERT INTO query_log (text, at, result_ids) VALUES (?, ?, ?)', text, at, JSON.stringify(resultIds));
};

/** Keeps the logs within their limits. A pair is deleted if its last common access is older than the limit. */
export const pruneUsage = (run: RunStatement, { before, accesses, pairs, queries }: UsageLimits): void => {
  run('DELETE FROM access_log WHERE at < ?', before);
  run(
    'DELETE FROM access_log WHERE at < (SELECT at FROM access_log ORDER BY at DESC LIMIT 1 OFFSET ?)',
    accesses - 1,
  );
  run('DELETE FROM co_access WHERE last_at < ?', before);
  run(
    'DELETE FROM co_access WHERE last_at < (SELECT last_at FROM co_access ORDER BY last_at DESC LIMIT 1 OFFSET ?)',
    pairs - 1,
  );
  run('DELETE FROM query_log WHERE at < ?', before);
  run('DELETE FROM query_log WHERE id <= (SELECT id FROM query_log ORDER BY id DESC LIMIT 1 OFFSET ?)', queries);
};
