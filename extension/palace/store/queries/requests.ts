import { dayMs } from '../../../base/time.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** Reads of requests that were carried out and must not be carried out again. */
export interface RequestQueries {
  /** The answer stored under a request's ID; undefined if the request has had no effect yet or was deleted since. */
  request(id: string): string | undefined;
}

export interface RequestWrites {
  /**
   * Stores a request's answer under its ID, in the transaction that carries it out. It is not part of the memory,
   * so the revision stays.
   */
  putRequest(id: string, answer: string, at: IsoTime): void;
}

/** How many requests are kept. A repeated one comes within seconds, because the palace's owner has just ended. */
const kept = 10_000;
const keptDays = 7;
/**
 * How many requests are stored between two deletions of old ones. This many always stay, however old, because the
 * clock may have jumped.
 */
const pruneEvery = 500;

export const requestQueries = (database: () => SqlDatabase): RequestQueries => ({
  request: (id) =>
    database()
      .statement('SELECT answer FROM requests WHERE id = ?')
      .first((row) => row.text(0), id),
});

export const requestWrites = (run: RunStatement, database: SqlDatabase): RequestWrites => ({
  putRequest: (id, answer, at) => {
    run(
      'INSERT INTO requests (id, at, answer) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET answer = excluded.answer',
      id,
      at,
      answer,
    );
    const number =
      database.statement('SELECT number FROM requests WHERE id = ?').first((row) => row.number(0), id) ?? 0;
    if (number % pruneEvery === 0)
      run(
        'DELETE FROM requests WHERE number <= ? OR (number <= ? AND at < ?)',
        number - kept,
        number - pruneEvery,
        new Date(Date.parse(at) - keptDays * dayMs).toISOString(),
      );
  },
});
