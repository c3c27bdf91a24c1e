import { setImmediate } from 'node:timers/promises';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../realFile/sqlDatabase.ts';
import type { TableShape } from '../rows/tableShape.ts';

const rowsPerStep = 200;
/** How far beyond a damaged rowid the next readable one is searched for. */
const farthest = 2 ** 40;

type Key = readonly (string | number)[];
interface FoundRow {
  readonly key: Key;
  readonly values: readonly SqlValue[];
}

/** Where rows could not be read. */
export interface Gap {
  /** Key of the last row before it; null: the beginning. */
  readonly after: string | null;
  /** Key of the first row after it; null: the end, as far as is known. */
  readonly before: string | null;
  readonly problem: string;
}

/**
 * Passes every readable row of a table to `take`, with the values of `columns`. It skips damaged pages: it
 * continues at the next readable rowid, or from the table's other end. Returns the gaps. Throws E_CANCELLED, and
 * what `take` throws.
 */
export const salvageRows = async (
  database: SqlDatabase,
  shape: TableShape,
  columns: readonly string[],
  take: (values: readonly SqlValue[]) => void,
  signal?: AbortSignal,
): Promise<Gap[]> => {
  const read = pageReader(database, shape, columns);
  const gaps: Gap[] = [];
  const turn = async (): Promise<void> => {
    await setImmediate();
    stopIfAborted(signal, 'The repair was cancelled. Nothing was changed.');
  };
  let after: Key | null = null;
  for (let step = rowsPerStep; ;) {
    await turn();
    const found = attempt(() => read(after, step, 'ASC'));
    if (found.rows !== undefined) {
      found.rows.forEach(({ values }) => take(values));
      after = found.rows.at(-1)?.key ?? after;
      if (found.rows.length < step) return gaps;
      step = Math.min(rowsPerStep, step * 4);
    } else if (step > 1) {
      // Goes on row by row, to get the rows before the unreadable one.
      step = 1;
    } else if (shape.hasRowid) {
      const [last = 0] = after ?? [];
      const next = nextReadable(
        Number(last),
        (rowid) => attempt(() => read([rowid], 1, 'ASC')).rows !== undefined,
      );
      gaps.push({
        after: keyText(after),
        before: next === null ? null : `row ${next + 1}`,
        problem: found.problem,
      });
      if (next === null) return gaps;
      after = [next];
    } else {
      const first = await fromTheEnd(read, after, take, turn);
      gaps.push({ after: keyText(after), before: keyText(first), problem: found.problem });
      return gaps;
    }
  }
};

type Reader = (after: Key | null, limit: number, order: 'ASC' | 'DESC') => FoundRow[];

const attempt = (
  read: () => FoundRow[],
):
  { readonly rows: FoundRow[]; readonly problem: '' } | { readonly rows: undefined; readonly problem: string } => {
  try {
    return { rows: read(), problem: '' };
  } catch (thrown) {
    return { rows: undefined, problem: PalaceError.from(thrown).message };
  }
};

/** The smallest rowid above `after` that is followed by a readable row or the table's end; null if there is none. */
export const nextReadable = (after: number, isReadable: (rowid: number) => boolean): number | null => {
  let far = 1;
  while (!isReadable(after + far)) if ((far *= 2) > farthest) return null;
  for (let near = Math.floor(far / 2); far - near > 1;) {
    const middle = Math.floor((near + far) / 2);
    if (isReadable(after + middle)) far = middle;
    else near = middle;
  }
  return after + far;
};

/**
 * Takes the rows after a damaged part, from the last one backwards. Returns the key of the first row after the
 * damage that could be read.
 */
const fromTheEnd = async (
  read: Reader,
  after: Key | null,
  take: (values: readonly SqlValue[]) => void,
  turn: () => Promise<void>,
): Promise<Key | null> => {
  let before: Key | null = null;
  for (let step = rowsPerStep; ;) {
    await turn();
    const { rows } = attempt(() => read(before, step, 'DESC'));
    if (rows === undefined) {
      if (step === 1) return before;
      step = 1;
      continue;
    }
    const fresh = after === null ? rows : rows.filter(({ key }) => compare(key, after) > 0);
    fresh.forEach(({ values }) => take(values));
    before = fresh.at(-1)?.key ?? before;
    if (fresh.length < step) return before;
  }
};

const pageReader = (
  database: SqlDatabase,
  { name, key, hasRowid }: TableShape,
  columns: readonly string[],
): Reader => {
  const keys = key.map((part) => `"${part.name}"`).join(', ');
  const values = columns.map((column) => `typeof("${column}"), "${column}"`).join(', ');
  const sql = (order: 'ASC' | 'DESC', isFirst: boolean): string =>
    `SELECT ${keys}, ${values} FROM "${name}" ${hasRowid ? 'NOT INDEXED' : ''} ${isFirst ? '' : `WHERE (${keys}) ${order === 'ASC' ? '>' : '<'} (${key.map(() => '?').join(', ')})`}
      ORDER BY ${key.map((part) => `"${part.name}" ${order}`).join(', ')} LIMIT ?`;
  const readRow = (row: SqlRow): FoundRow => ({
    key: key.map(({ isText }, i) => (isText ? row.text(i) : row.number(i))),
    values: columns.map((_, i) => valueOf(row, key.length + 2 * i)),
  });
  return (after, limit, order) => {
    const rows = database.statement(sql(order, after === null)).all(readRow, ...(after ?? []), limit);
    let last = after;
    for (const { key: own } of rows) {
      // In a damaged tree, rows may be out of order; a scan that continues from the last one would never end.
      if (last !== null && (order === 'ASC' ? compare(own, last) <= 0 : compare(own, last) >= 0))
        throw new PalaceError('E_PALACE_DAMAGED', 'The rows of the table are out of order.');
      last = own;
    }
    return rows;
  };
};

const valueOf = (row: SqlRow, at: number): SqlValue => {
  switch (row.text(at)) {
    case 'null':
      return null;
    case 'text':
      return row.text(at + 1);
    case 'blob':
      return row.bytes(at + 1);
    default:
      return row.number(at + 1);
  }
};

/** Compares keys in SQLite's order: texts by their bytes. */
const compare = (a: Key, b: Key): number => {
  for (const [i, own] of a.entries()) {
    const other = b[i];
    const order =
      typeof own === 'number' ? own - Number(other) : Buffer.compare(Buffer.from(own), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
};

const keyText = (key: Key | null): string | null =>
  key === null ? null : typeof key[0] === 'number' ? `row ${key[0]}` : key.join(', ');
