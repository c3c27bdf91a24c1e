import { entryTypes, tiers } from '../../model/drawer/drawer.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { drawerColumns, drawersWithSource, readDrawer, readSource, sourceColumns } from '../queries/drawerRow.ts';
import type { SqlDatabase, SqlValue } from '../realFile/sqlDatabase.ts';
import { textIsAsFiled } from '../textIntegrity.ts';
import type { MendedRows } from '../rows/setAside.ts';
import { salvageRows, type Gap } from './salvageRows.ts';
import { tableShapes, type TableShape } from '../rows/tableShape.ts';

/** The outcome of repairing a table's rows. */
export interface RepairedTable {
  readonly table: string;
  /** Read from the damaged palace. */
  readonly read: number;
  /** Rows in which an impossible value was replaced. */
  readonly mended: number;
  /** Rows that were read but differ from what was filed: a text that does not match its hash, an impossible value. */
  readonly refused: number;
  readonly gaps: readonly Gap[];
}

interface OverlaidTable extends RepairedTable {
  /** IDs of the drawers that were read; empty for other tables. */
  readonly ids: ReadonlySet<string>;
}

interface OverlaidPalaces {
  readonly damaged: SqlDatabase;
  readonly fresh: SqlDatabase;
  /** The backup's IDs of drawers by rowid: a row with another ID is refused, because no hash protects IDs. */
  readonly filed: ReadonlyMap<number, string>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Copies every readable row of the damaged palace over the rows of the fresh one. A table that can be read
 * completely replaces the backup's, so that rows deleted since the backup don't come back. Drawers of the backup
 * stay in any case. `mended` says what was done to the damaged palace's rows before.
 */
export const overlayRows = async (
  palaces: OverlaidPalaces,
  mended: ReadonlyMap<string, MendedRows>,
): Promise<OverlaidTable[]> => {
  const { damaged, fresh } = palaces;
  const old = new Map(tableShapes(damaged).map((shape) => [shape.name, shape]));
  const results: OverlaidTable[] = [];
  for (const shape of tableShapes(fresh)) {
    const columns = shape.columns.filter((column) => old.get(shape.name)?.columns.includes(column) === true);
    if (columns.length === 0) continue;
    fresh.run('BEGIN IMMEDIATE');
    if (shape.name !== 'drawers') fresh.run(`DELETE FROM "${shape.name}"`);
    const before = mended.get(shape.name) ?? { mended: 0, dropped: 0 };
    let result = await copyRows(palaces, shape, columns);
    if (shape.name !== 'drawers' && (before.dropped > 0 || result.gaps.length > 0 || result.refused > 0)) {
      fresh.run('ROLLBACK; BEGIN IMMEDIATE');
      result = await copyRows(palaces, shape, columns);
    }
    fresh.run('COMMIT');
    results.push({ ...result, mended: before.mended, refused: result.refused + before.dropped });
  }
  return results;
};

const copyRows = async (
  { damaged, fresh, filed, signal }: OverlaidPalaces,
  shape: TableShape,
  columns: readonly string[],
): Promise<OverlaidTable> => {
  const { name } = shape;
  const put = fresh.statement(
    `INSERT OR REPLACE INTO "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const ids = new Set<string>();
  let [read, refused] = [0, 0];
  const gaps = await salvageRows(
    damaged,
    shape,
    columns,
    (values) => {
      if (
        !isCredible(name, columns, values, filed) ||
        !isPut(fresh, () => {
          put.run(...values);
          readBack(fresh, name, values[columns.indexOf(name === 'drawers' ? 'rowid' : 'id')] ?? null);
        })
      )
        return void (refused += 1);
      read += 1;
      if (name === 'drawers') ids.add(String(values[columns.indexOf('id')]));
    },
    signal,
  );
  return { table: name, read, mended: 0, refused, gaps, ids };
};

/**
 * Whether the row meets the schema's constraints and the palace can read it. If not, the row that was there before
 * stays.
 */
const isPut = (fresh: SqlDatabase, put: () => void): boolean => {
  fresh.run('SAVEPOINT one');
  try {
    put();
    fresh.run('RELEASE one');
    return true;
  } catch (thrown) {
    if (['E_DISK_FULL', 'E_DISK_ERROR'].includes(PalaceError.from(thrown).code)) throw thrown;
    fresh.run('ROLLBACK TO one; RELEASE one');
    return false;
  }
};

const readBack = (fresh: SqlDatabase, table: string, key: SqlValue): void => {
  if (table === 'drawers')
    fresh.statement(`SELECT ${drawerColumns} FROM ${drawersWithSource} WHERE d.rowid = ?`).first(readDrawer, key);
  if (table === 'sources')
    fresh.statement(`SELECT ${sourceColumns} FROM sources WHERE id = ?`).first(readSource, key);
};

const isTimeColumn = (column: string): boolean => /(?:^|_)(?:at|seen|accessed)$/.test(column);

/**
 * Times must be valid. A drawer must have the text that was filed, and a known type and tier. Other values can't be
 * checked.
 */
const isCredible = (
  table: string,
  columns: readonly string[],
  values: readonly SqlValue[],
  filed: ReadonlyMap<number, string>,
): boolean => {
  const text = (column: string): string => String(values[columns.indexOf(column)] ?? '');
  if (
    columns.some(
      (column, i) =>
        isTimeColumn(column) && typeof values[i] === 'string' && Number.isNaN(Date.parse(String(values[i]))),
    )
  )
    return false;
  if (table !== 'drawers') return true;
  if ((filed.get(Number(values[columns.indexOf('rowid')])) ?? text('id')) !== text('id')) return false;
  return (
    textIsAsFiled({ text: text('text'), contentHash: text('content_hash') }) &&
    entryTypes.some((type) => type === text('type')) &&
    tiers.some((tier) => tier === text('tier'))
  );
};
