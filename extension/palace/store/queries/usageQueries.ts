import * as z from 'zod';
import { isoTime } from '../../model/ids.ts';
import { ltpRows, scanUse } from './ltpQueries.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import type { UsageQueries } from './usage.ts';

/** Reads of how a palace was used. Lists of drawers go in as one JSON value: one query whatever their number. */
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
          resultIds: storedIds.parse(JSON.parse(row.text(2))),
        }),
        since,
        limit,
      ),
  scan: (since, afterRowid, limit) => scanUse(database(), since, afterRowid, limit),
  ltp: () => ltpRows(database()),
});

const storedIds = z.array(z.string());

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];
