import type { DrawerId } from '../../model/ids.ts';
import { storedIds } from './storedIds.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../realFile/sqlDatabase.ts';
import type { PatternRecord } from './transfer.ts';

/** Reads of recurring issues, in the order of their IDs. */
export interface PatternQueries {
  patterns(includeResolved: boolean): PatternRecord[];
  patternById(id: string): PatternRecord | undefined;
  /** Those that one of the drawers is part of, resolved ones too. */
  patternsWith(ids: readonly DrawerId[]): PatternRecord[];
  /** How many are not resolved. */
  activePatterns(): number;
}

export interface PatternWrites {
  /** In place of the one of this ID, if there is one. */
  putPattern(pattern: PatternRecord): void;
  removePattern(id: string): void;
}

const columns = 'p.id, p.label, p.entry_ids, p.occurrence_count, p.first_seen, p.last_seen, p.resolved';

/** To be read by {@link readPattern}. */
const readPattern = (row: SqlRow): PatternRecord => ({
  id: row.text(0),
  label: row.text(1),
  entry_ids: storedIds(row.text(2)),
  occurrence_count: row.number(3),
  first_seen: row.text(4),
  last_seen: row.text(5),
  resolved: row.number(6) !== 0,
});

export const patternQueries = (database: () => SqlDatabase): PatternQueries => ({
  patterns: (includeResolved) =>
    database()
      .statement(`SELECT ${columns} FROM patterns p WHERE ? OR p.resolved = 0 ORDER BY p.id`)
      .all(readPattern, Number(includeResolved)),
  patternById: (id) =>
    database().statement(`SELECT ${columns} FROM patterns p WHERE p.id = ?`).first(readPattern, id),
  patternsWith: (ids) =>
    database()
      .statement(
        `SELECT ${columns} FROM patterns p WHERE EXISTS (
        SELECT 1 FROM json_each(CASE WHEN json_valid(p.entry_ids) THEN p.entry_ids ELSE '[]' END) e JOIN json_each(?) j ON j.value = e.value) ORDER BY p.id`,
      )
      .all(readPattern, JSON.stringify(ids)),
  activePatterns: () =>
    database()
      .statement('SELECT count(*) FROM patterns WHERE resolved = 0')
      .first((row) => row.number(0)) ?? 0,
});

type Run = (sql: string, ...values: readonly SqlValue[]) => number;

/** `touch` hears that something was written. */
export const patternWrites = (run: Run, touch: () => void): PatternWrites => ({
  putPattern: ({
    id,
    label,
    entry_ids: ids,
    occurrence_count: count,
    first_seen: first,
    last_seen: last,
    resolved,
  }) => {
    run(
      'INSERT OR REPLACE INTO patterns (id, label, entry_ids, occurrence_count, first_seen, last_seen, resolved) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      label,
      JSON.stringify(ids),
      count,
      first,
      last,
      Number(resolved),
    );
    touch();
  },
  removePattern: (id) => {
    if (run('DELETE FROM patterns WHERE id = ?', id) > 0) touch();
  },
});

/** Puts a drawer in the place of another in every pattern. */
export const carryPatterns = (run: Run, from: string, to: string): void => {
  run(
    `UPDATE patterns SET entry_ids = replace(entry_ids, ?, ?) WHERE instr(entry_ids, ?) > 0`,
    JSON.stringify(from),
    JSON.stringify(to),
    JSON.stringify(from),
  );
};
