import type { SqlDatabase } from '../realFile/sqlDatabase.ts';

/** What must be known about a table to read it row by row. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns by which its rows are ordered. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
  readonly hasRowid: boolean;
}

/** The tables of a palace, in alphabetical order. Throws `SqlError`. */
export const tableShapes = (database: SqlDatabase): TableShape[] =>
  database
    .statement(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all((row) => ({ name: row.text(0), hasRowid: !/\)\s*WITHOUT\s+ROWID\s*$/i.test(row.text(1)) }))
    .map(({ name, hasRowid }) => {
      const columns = database
        .statement(`SELECT name, type, pk FROM pragma_table_info('${name}') ORDER BY cid`)
        .all((row) => ({ name: row.text(0), isText: row.text(1) === 'TEXT', pk: row.number(2) }));
      const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      return {
        name,
        columns: columns.map((column) => column.name),
        key: hasRowid
          ? [{ name: 'rowid', isText: false }]
          : primary.map((column) => ({ name: column.name, isText: column.isText })),
        hasRowid,
      };
    });
