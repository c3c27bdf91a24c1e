import type { SqlDatabase } from '../realFile/sqlDatabase.ts';

/** What must be known about a table to read it row by row. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns by which its rows are ordered. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
  readonly hasRowid: boolean;
}

interface ColumnOfTable {
  readonly table: string;
  readonly hasRowid: boolean;
  readonly name: string;
  readonly isText: boolean;
  /** Its place in the primary key, from 1; 0 if it is not part of it. */
  readonly pk: number;
}

/** The tables of a palace, in alphabetical order. Throws `SqlError`. */
export const tableShapes = (database: SqlDatabase): TableShape[] => {
  const tables = new Map<string, ColumnOfTable[]>();
  // One statement for all tables: preparing one for each takes longer than reading a small palace.
  const columns = database
    .statement(
      `SELECT s.name, substr(s.sql, -40), c.name, c.type, c.pk FROM sqlite_schema s, pragma_table_info(s.name) c
        WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.name, c.cid`,
    )
    .all((row) => ({
      table: row.text(0),
      hasRowid: !/\)\s*WITHOUT\s+ROWID\s*$/i.test(row.text(1)),
      name: row.text(2),
      isText: row.text(3) === 'TEXT',
      pk: row.number(4),
    }));
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return [...tables.values()].map(shapeOf);
};

const shapeOf = (columns: readonly ColumnOfTable[]): TableShape => {
  const { table: name = '', hasRowid = true } = columns[0] ?? {};
  const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: hasRowid
      ? [{ name: 'rowid', isText: false }]
      : primary.map((column) => ({ name: column.name, isText: column.isText })),
    hasRowid,
  };
};
