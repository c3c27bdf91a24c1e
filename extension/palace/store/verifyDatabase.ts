import { setImmediate } from 'node:timers/promises';
import { drawerId, type DrawerId } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import { ascending } from './queries/ascending.ts';
import { palaceFile } from './palaceFiles.ts';
import type { DamagedRow, VerifyReport } from './palaceStore.ts';
import { badRowsOf, ruledTables } from './rows/badRows.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { nextReadable } from './repair/salvageRows.ts';
import { resultCode, SqlError } from './realFile/sqlError.ts';
import { changedTexts } from './textIntegrity.ts';

const drawersPerStep = 200;

export interface VerifyOptions {
  /** Whether each index is compared with its table, entry by entry. Default true. Indexes can be rebuilt; what they index can't. */
  readonly indexes?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Compares each drawer's text with its hash, a few hundred at a time, checks the values of every row, then runs SQLite's
 * integrity check table by table. Other work can run in between. What can't be read is reported, not thrown. Throws `E_CANCELLED`.
 */
export const verifyDatabase = async (
  database: () => SqlDatabase,
  { signal, onProgress, indexes = true }: VerifyOptions = {},
): Promise<VerifyReport> => {
  const found = new FoundDamage();
  const turn = async (): Promise<void> => {
    await setImmediate();
    stopIfAborted(signal, 'The check of the palace was cancelled.');
  };
  let tellAgain = (): void => undefined;
  const tell = (done: number, total: number): void => {
    tellAgain = () => onProgress?.(done, total);
    tellAgain();
  };
  // A client that waits for a large palace gives up once it has heard nothing for long.
  const toldTurn = async (): Promise<void> => {
    await turn();
    tellAgain();
  };
  // Whatever else is read needs the schema, too, and would fail for the same reason.
  const tables = found.attempt('file', palaceFile, () => tablesOf(database()));
  if (tables === undefined) return { ok: false, checked: 0, damaged: found.rows };
  const checked = await checkTexts(database, found, turn, tell);
  await checkRows(database, found, toldTurn);
  await checkTables(database, tables, found, toldTurn, indexes ? 'integrity_check' : 'quick_check');
  return { ok: found.rows.length === 0, checked, damaged: found.rows };
};

class FoundDamage {
  readonly rows: DamagedRow[] = [];

  /** Returns the result of `read`. If damage makes it fail, notes the damage and returns undefined. */
  attempt<T>(what: string, id: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (thrown) {
      this.rows.push({ what, id, problem: damageOf(thrown).message });
      return undefined;
    }
  }
}

/** Returns how many drawers could be read. */
const checkTexts = async (
  database: () => SqlDatabase,
  found: FoundDamage,
  turn: () => Promise<void>,
  onProgress: VerifyOptions['onProgress'],
): Promise<number> => {
  const total = found.attempt('drawers', '', () => count(database())) ?? 0;
  let checked = 0;
  let after = 0;
  let step = drawersPerStep;
  for (;;) {
    await turn();
    let rows: readonly CheckedRow[];
    try {
      rows = nextTexts(database(), after, step);
    } catch (thrown) {
      const error = damageOf(thrown);
      if (step > 1) {
        // Goes on row by row, so that only the unreadable row is skipped.
        step = 1;
        continue;
      }
      const unreadable = found.attempt('drawers', '', () => nextRowid(database(), after));
      found.rows.push({
        what: 'drawer',
        id: unreadable === undefined ? `after row ${after}` : `row ${unreadable}`,
        problem: error.message,
      });
      const next = unreadable ?? nextReadable(after, (rowid) => isReadable(database, rowid));
      if (next === null || next <= after) break;
      after = next;
      continue;
    }
    checked += rows.length;
    found.rows.push(...changedTexts(rows));
    onProgress?.(checked, total);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.rowid;
  }
  if (found.rows.length === 0 && checked !== total)
    found.rows.push({ what: 'drawers', id: '', problem: `${total} are counted, ${checked} can be read` });
  return checked;
};

const checkRows = async (
  database: () => SqlDatabase,
  found: FoundDamage,
  turn: () => Promise<void>,
): Promise<void> => {
  for (const table of found.attempt('schema', '', () => ruledTables(database())) ?? []) {
    await turn();
    found.rows.push(...(found.attempt('table', table.shape.name, () => badRowsOf(database(), table)) ?? []));
  }
};

const checkTables = async (
  database: () => SqlDatabase,
  tables: readonly string[],
  found: FoundDamage,
  turn: () => Promise<void>,
  check: 'integrity_check' | 'quick_check',
): Promise<void> => {
  for (const table of tables) {
    await turn();
    const problems = found.attempt('table', table, () => integrityProblems(database(), check, table)) ?? [];
    found.rows.push(...problems.map((problem) => ({ what: 'table', id: table, problem })));
  }
};

/** Returns the error if it reports damage; E_SQL does if a table or column is missing. Throws any other error. */
const damageOf = (thrown: unknown): PalaceError => {
  const error = PalaceError.from(thrown);
  if (error.code !== 'E_PALACE_DAMAGED' && error.code !== 'E_SQL') throw error;
  return error;
};

interface CheckedRow {
  readonly rowid: number;
  readonly id: DrawerId;
  readonly contentHash: string;
  readonly text: string;
}

const tablesOf = (database: SqlDatabase): string[] =>
  database
    .statement("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all((row) => row.text(0));

const count = (database: SqlDatabase): number =>
  database.statement('SELECT count(*) FROM drawers').first((row) => row.number(0)) ?? 0;

const nextTexts = (database: SqlDatabase, after: number, limit: number): CheckedRow[] =>
  ascending(
    database
      .statement('SELECT rowid, id, content_hash, text FROM drawers WHERE rowid > ? ORDER BY rowid LIMIT ?')
      .all(
        (row) => ({
          rowid: row.number(0),
          id: drawerId(row.text(1)),
          contentHash: row.text(2),
          text: row.text(3),
        }),
        after,
        limit,
      ),
    after,
  );

const isReadable = (database: () => SqlDatabase, after: number): boolean => {
  try {
    nextTexts(database(), after, 1);
    return true;
  } catch {
    // It is reported where the check goes on.
    return false;
  }
};

const nextRowid = (database: SqlDatabase, after: number): number | undefined =>
  database
    .statement('SELECT rowid FROM drawers NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1')
    .first((row) => row.number(0), after);

const integrityProblems = (
  database: SqlDatabase,
  check: 'integrity_check' | 'quick_check',
  table: string,
): string[] => {
  const problems = database
    .statement(`PRAGMA ${check}("${table.replaceAll('"', '""')}")`)
    .all((row) => row.text(0))
    .filter((line) => line !== 'ok');
  const { failure } = database;
  // SQLite reports a page that could not be read as damaged.
  if (failure !== undefined) throw new SqlError('the check was not completed', resultCode.ioError, failure);
  return problems;
};
