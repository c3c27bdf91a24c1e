import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { isBad, ruledTables, type RuledTable } from './badRows.ts';

/** Takes every bad row out of a database; for one whose writes stay in memory. Throws `SqlError`. */
export const setAside = (database: SqlDatabase): void => {
  for (const table of ruledTables(database)) drop(database, table);
};

const drop = (database: SqlDatabase, table: RuledTable): number =>
  database.statement(`DELETE FROM "${table.shape.name}" WHERE ${isBad(table)}`).run();

/** What became of a table's bad rows. */
export interface MendedRows {
  readonly mended: number;
  readonly dropped: number;
}

/**
 * Gives bad columns the value that their rule names, and takes out the rows that stay bad. Drawers for which `hasBetter` holds are
 * taken out at once. For a database whose writes stay in memory. Throws `SqlError`.
 */
export const mendRows = (
  database: SqlDatabase,
  hasBetter: (drawerRowid: number) => boolean,
): ReadonlyMap<string, MendedRows> => {
  const outcome = new Map<string, MendedRows>();
  for (const table of ruledTables(database)) {
    const { name } = table.shape;
    const count = (): number =>
      database.statement(`SELECT count(*) FROM "${name}" WHERE ${isBad(table)}`).first((row) => row.number(0)) ??
      0;
    const bad = count();
    if (bad === 0) continue;
    if (name === 'drawers')
      for (const rowid of badDrawers(database, table))
        if (hasBetter(rowid)) database.statement('DELETE FROM drawers WHERE rowid = ?').run(rowid);
    const left = count();
    for (const [column, { holds, mend }] of table.rules)
      if (mend !== undefined)
        database
          .statement(`UPDATE OR IGNORE "${name}" SET "${column}" = ${mend} WHERE (${holds}) IS NOT TRUE`)
          .run();
    const stillBad = count();
    drop(database, table);
    outcome.set(name, { mended: left - stillBad, dropped: bad - left + stillBad });
  }
  return outcome;
};

const badDrawers = (database: SqlDatabase, table: RuledTable): number[] =>
  database.statement(`SELECT rowid FROM drawers WHERE ${isBad(table)}`).all((row) => row.number(0));
