import type { DamagedRow } from '../palaceStore.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { tableShapes, type TableShape } from './tableShape.ts';
import { rowRules, type ColumnRule } from './rowRules.ts';

/** At most this many bad rows of a table are named. */
const mostNamed = 1_000;

/** One table with the rules of the columns that it has; an older schema has fewer. */
export interface RuledTable {
  readonly shape: TableShape;
  readonly rules: readonly (readonly [column: string, rule: ColumnRule])[];
}

/** The tables whose rows can be checked, in the order of their rules. Throws `SqlError`. */
export const ruledTables = (database: SqlDatabase): RuledTable[] => {
  const shapes = new Map(tableShapes(database).map((shape) => [shape.name, shape]));
  return Object.entries(rowRules).flatMap(([table, rules]) => {
    const shape = shapes.get(table);
    if (shape === undefined) return [];
    const known = Object.entries(rules).filter(([column]) => shape.columns.includes(column));
    return [{ shape, rules: table === 'vectors' ? withLengths(database, known) : known }];
  });
};

/** Every vector of a model has the same length: that of the palace's stamp, or the most common one. */
const withLengths = (database: SqlDatabase, rules: RuledTable['rules']): RuledTable['rules'] => {
  const lengths = new Map(stampedLengths(database));
  // Counting takes as long as reading every vector.
  for (const model of vectorModels(database)) {
    if (lengths.has(model)) continue;
    const most = database
      .statement('SELECT length(data) FROM vectors WHERE model_id IS ? GROUP BY 1 ORDER BY count(*) DESC LIMIT 1')
      .first((row) => row.numberOrNull(0), model);
    lengths.set(model, most ?? 0);
  }
  const wanted = [...lengths].map(([model, length]) => `WHEN ${model} THEN ${length}`).join(' ');
  if (wanted === '') return rules;
  const length: ColumnRule = { holds: `length(data) = CASE model_id ${wanted} END` };
  return [...rules, ['data', length]];
};

/** The models that have vectors, each found by one look into the index. */
const vectorModels = (database: SqlDatabase): number[] =>
  database
    .statement(
      `WITH RECURSIVE found(id) AS (
        SELECT min(model_id) FROM vectors
        UNION SELECT (SELECT min(model_id) FROM vectors WHERE model_id > id) FROM found WHERE id IS NOT NULL
      ) SELECT id FROM found WHERE typeof(id) = 'integer'`,
    )
    .all((row) => row.number(0));

const stampedLengths = (database: SqlDatabase): (readonly [model: number, length: number])[] =>
  database
    .statement(
      `SELECT m.id, json_extract(t.value, '$.dim') FROM (SELECT value FROM meta WHERE key IN ('embedding_stamp', 'embedding_rebuild') AND json_valid(value)) t
        JOIN models m ON m.name = json_extract(t.value, '$.model') || '/' || substr(json_extract(t.value, '$.sha256'), 1, 12) || '/' || json_extract(t.value, '$.engine')
        WHERE typeof(json_extract(t.value, '$.dim')) = 'integer'`,
    )
    .all((row) => [row.number(0), row.number(1)] as const);

/** The condition that a row breaks at least one rule. NULL instead of a value breaks it, too. */
export const isBad = ({ rules }: RuledTable): string =>
  `(${rules.map(([, { holds }]) => `(${holds})`).join(' AND ')}) IS NOT TRUE`;

/** The rows of a table that this program can't have written, with the first column that is wrong. Throws `SqlError`. */
export const badRowsOf = (database: SqlDatabase, table: RuledTable): DamagedRow[] => {
  const { name, hasRowid, key } = table.shape;
  const named = name === 'drawers' ? `coalesce(cast(id AS TEXT), 'row ' || rowid)` : keyText(hasRowid, key);
  const column = `CASE ${table.rules.map(([of, { holds }]) => `WHEN (${holds}) IS NOT TRUE THEN '${of}'`).join(' ')} END`;
  return database
    .statement(`SELECT ${named}, ${column} FROM "${name}" WHERE ${isBad(table)} LIMIT ${mostNamed}`)
    .all((row) => ({
      what: name === 'drawers' ? 'drawer' : name,
      id: row.textOrNull(0) ?? '',
      problem: `its ${row.textOrNull(1) ?? 'row'} holds no valid value`,
    }));
};

const keyText = (hasRowid: boolean, key: TableShape['key']): string =>
  hasRowid
    ? `'row ' || rowid`
    : key.map(({ name }) => `coalesce(cast("${name}" AS TEXT), '')`).join(` || ', ' || `);

/** The same for every table. */
export const badRows = (database: SqlDatabase): DamagedRow[] =>
  withRows(database, ruledTables(database)).flatMap((table) => badRowsOf(database, table));

/** Those that hold a row. In most palaces most tables are empty, and a check takes longer to prepare than to run. */
const withRows = (database: SqlDatabase, tables: readonly RuledTable[]): RuledTable[] => {
  if (tables.length === 0) return [];
  const holdsRow = tables.map(({ shape }) => `EXISTS (SELECT 1 FROM "${shape.name}")`).join(', ');
  const held = database.statement(`SELECT ${holdsRow}`).first((row) => tables.map((_, i) => row.number(i) === 1));
  return tables.filter((_, i) => held?.[i] === true);
};
