import * as z from 'zod';
import type { DrawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { RunStatement, SqlDatabase, SqlRow } from '../realFile/sqlDatabase.ts';

/** A recurring issue. */
export interface PatternRecord {
  readonly id: string;
  readonly label: string;
  readonly entry_ids: readonly string[];
  readonly occurrence_count: number;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly resolved: boolean;
}

/** Reads of recurring issues, in the order of their IDs. */
export interface PatternQueries {
  patterns(includeResolved: boolean): PatternRecord[];
  patternById(id: string): PatternRecord | undefined;
  /** Those that contain at least one of the drawers, resolved ones too. */
  patternsWith(ids: readonly DrawerId[]): PatternRecord[];
  /** How many are not resolved. */
  activePatterns(): number;
}

export interface PatternWrites {
  /** Replaces the pattern with this ID, if there is one. */
  putPattern(pattern: PatternRecord): void;
  removePattern(id: string): void;
}

const idList = z.array(z.string());

const storedIds = (text: string): string[] => {
  try {
    return idList.parse(JSON.parse(text));
  } catch (thrown) {
    throw new PalaceError('E_PALACE_DAMAGED', errorText`A pattern holds the unreadable list of drawers ${text}.`, {
      cause: thrown,
    });
  }
};

/** Columns of `patterns p`, to be read by {@link readPattern}. */
export const patternColumns =
  'p.id, p.label, p.entry_ids, p.occurrence_count, p.first_seen, p.last_seen, p.resolved';

/** Reads {@link patternColumns}. Throws E_PALACE_DAMAGED. */
export const readPattern = (row: SqlRow): PatternRecord => ({
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
      .statement(`SELECT ${patternColumns} FROM patterns p WHERE ? OR p.resolved = 0 ORDER BY p.id`)
      .all(readPattern, Number(includeResolved)),
  patternById: (id) =>
    database().statement(`SELECT ${patternColumns} FROM patterns p WHERE p.id = ?`).first(readPattern, id),
  patternsWith: (ids) =>
    database()
      .statement(
        `SELECT ${patternColumns} FROM patterns p WHERE EXISTS (
        SELECT 1 FROM json_each(CASE WHEN json_valid(p.entry_ids) THEN p.entry_ids ELSE '[]' END) e JOIN json_each(?) j ON j.value = e.value) ORDER BY p.id`,
      )
      .all(readPattern, JSON.stringify(ids)),
  activePatterns: () =>
    database()
      .statement('SELECT count(*) FROM patterns WHERE resolved = 0')
      .first((row) => row.number(0)) ?? 0,
});

/** Returns how many rows it wrote: 0 if a pattern with this ID exists and is kept. */
export const insertPattern = (
  run: RunStatement,
  ifThere: 'REPLACE' | 'IGNORE',
  {
    id,
    label,
    entry_ids: ids,
    occurrence_count: count,
    first_seen: first,
    last_seen: last,
    resolved,
  }: PatternRecord,
): number =>
  run(
    `INSERT OR ${ifThere} INTO patterns (id, label, entry_ids, occurrence_count, first_seen, last_seen, resolved) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    label,
    JSON.stringify(ids),
    count,
    first,
    last,
    Number(resolved),
  );

/** `touch` is called when something was written. */
export const patternWrites = (run: RunStatement, touch: () => void): PatternWrites => ({
  putPattern: (pattern) => {
    insertPattern(run, 'REPLACE', pattern);
    touch();
  },
  removePattern: (id) => {
    if (run('DELETE FROM patterns WHERE id = ?', id) > 0) touch();
  },
});

/** Replaces a drawer with another in every pattern. */
export const carryPatterns = (run: RunStatement, from: string, to: string): void => {
  run(
    `UPDATE patterns SET entry_ids = replace(entry_ids, ?, ?) WHERE instr(entry_ids, ?) > 0`,
    JSON.stringify(from),
    JSON.stringify(to),
    JSON.stringify(from),
  );
};
