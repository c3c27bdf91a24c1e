import { dayMs } from '../../../base/time.ts';
import type { IsoTime } from '../../model/ids.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** Reads of the calls that were carried out and must not be again. */
export interface RequestQueries {
  /** What was kept of a call under its ID; undefined where it had no effect yet, or was forgotten since. */
  request(id: string): string | undefined;
}

export interface RequestWrites {
  /** Keeps what a call did under its ID, in the transaction that does it. It is no part of the memory: the revision stays. */
  putRequest(id: string, answer: string, at: IsoTime): void;
}

/** Calls that are kept: a repeated one comes within seconds, for its owner has just ended. */
const kept = 10_000;
const keptDays = 7;
/** Calls between two looks at what can be forgotten. */
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
        'DELETE FROM requests WHERE number <= ? OR at < ?',
        number - kept,
        new Date(Date.parse(at) - keptDays * dayMs).toISOString(),
      );
  },
});
