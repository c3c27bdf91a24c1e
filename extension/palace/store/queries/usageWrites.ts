import { hourMs } from '../../../base/time.ts';
import { isoTime } from '../../model/ids.ts';
import { carryPatterns } from './patternQueries.ts';
import type { SqlDatabase, SqlValue } from '../realFile/sqlDatabase.ts';
import type { LoggedQuery, UsageLimits } from './usage.ts';

type Run = (sql: string, ...values: readonly SqlValue[]) => number;

/** A drawer is paired with this many that were accessed before it in its session: the newest ones… */
const pairsPerAccess = 20;
/** … of the last four hours, in milliseconds: a session may last for days. */
const together = 4 * hourMs;

/** Counts a drawer's first access in a session together with what was accessed there before it. */
export const countPairs = (
  run: Run,
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

/** Copies the accesses of a drawer, its count and its pairs to another, which takes its place in patterns. */
export const carryUsage = (run: Run, from: string, to: string): void => {
  run(
    'INSERT OR IGNORE INTO access_log (drawer_id, session_id, kind, at) SELECT ?, session_id, kind, at FROM access_log WHERE drawer_id = ?',
    to,
    from,
  );
  run(
    `UPDATE drawers SET access_count = access_count + (SELECT access_count FROM drawers WHERE id = ?),
    last_accessed = nullif(max(coalesce(last_accessed, ''), coalesce((SELECT last_accessed FROM drawers WHERE id = ?), '')), '') WHERE id = ?`,
    from,
    from,
    to,
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
  run(
    'INSERT OR REPLACE INTO ltp (drawer_id, accesses_in_window, ltp_score, scanned_at) SELECT ?, accesses_in_window, ltp_score, scanned_at FROM ltp WHERE drawer_id = ?',
    to,
    from,
  );
  carryPatterns(run, from, to);
};

export const logQueries = (run: Run, queries: readonly LoggedQuery[]): void => {
  for (const { text, at, resultIds } of queries)
    run('INSERT INTO query_log (text, at, result_ids) VALUES (?, ?, ?)', text, at, JSON.stringify(resultIds));
};

/** Keeps the logs within their limits. A pair goes when it was not seen together for as long. */
export const pruneUsage = (run: Run, { before, accesses, pairs, queries }: UsageLimits): void => {
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
