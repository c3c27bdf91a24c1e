import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** Columns that hold names derived from text, by table. */
const nameColumns = [
  ['team_wings', 'wing'],
  ['drawers', 'id'],
  ['drawers', 'wing'],
  ['drawers', 'room'],
  ['drawers', 'speaker'],
  ['drawers', 'archive_reason'],
  ['sources', 'path'],
  ['tags', 'tag'],
  ['drawer_properties', 'value'],
  ['patterns', 'label'],
] as const;

/** Columns that hold a drawer's ID. */
const idColumns = [
  ['drawers', 'superseded_by'],
  ['drawers', 'consolidated_into'],
  ['tags', 'drawer_id'],
  ['drawer_properties', 'drawer_id'],
  ['secret_findings', 'drawer_id'],
  ['access_log', 'drawer_id'],
  ['co_access', 'a'],
  ['co_access', 'b'],
  ['ltp', 'drawer_id'],
  ['ltp_due', 'drawer_id'],
  ['rejections', 'drawer_id'],
  ['note_checks', 'drawer_id'],
  ['moves', 'drawer_id'],
  ['team_drawers', 'drawer_id'],
  ['team_conflicts', 'drawer_id'],
  ['team_conflicts', 'one'],
  ['team_conflicts', 'other'],
] as const;

/** Columns of JSON or text that quote IDs and names. */
const quotingColumns = [
  ['closets', 'text'],
  ['query_log', 'result_ids'],
  ['patterns', 'entry_ids'],
  ['plans', 'body'],
  ['requests', 'answer'],
  ['note_checks', 'outcome'],
] as const;

/** A name in the palace, and whether it is a drawer's ID. */
export interface FiledName {
  readonly name: string;
  readonly isId: boolean;
}

export interface NameQueries {
  /** Every name that was derived from text, once per kind of thing that it names. */
  names(): FiledName[];
}

export interface RenamedRoom {
  readonly wing: string;
  readonly from: string;
  readonly to: string;
  readonly ids: { readonly from: string; readonly to: string };
}

export interface NameWrites {
  /** Replaces names wherever they occur, drawers' IDs included. Call it before anything has read the palace. */
  rename(names: readonly { readonly from: string; readonly to: string }[]): void;
  /**
   * Moves a room's drawers into another room. In all IDs that begin with `ids.from`, replaces that beginning with
   * `ids.to`.
   */
  renameRoom(room: RenamedRoom): void;
}

export const nameQueries = (database: () => SqlDatabase): NameQueries => ({
  names: () =>
    nameColumns.flatMap(([table, column]) =>
      database()
        .statement(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
        .all((row) => ({ name: row.text(0), isId: column === 'id' })),
    ),
});

/** `changed` is called for each drawer whose room changed. */
export const nameWrites = (
  run: RunStatement,
  database: SqlDatabase,
  { touch, changed }: { readonly touch: () => void; readonly changed: (rowid: number) => void },
): NameWrites => ({
  rename: (names) => {
    for (const { from, to } of names) {
      for (const [table, column] of [...nameColumns, ...idColumns])
        run(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE ${column} = ?`, to, from);
      run('UPDATE sources SET path_folded = ? WHERE path = ?', to.toLowerCase(), to);
      for (const [table, column] of quotingColumns)
        run(
          `UPDATE ${table} SET ${column} = replace(${column}, ?, ?) WHERE instr(${column}, ?) > 0`,
          from,
          to,
          from,
        );
    }
    touch();
  },
  renameRoom: ({ wing, from, to, ids }) => {
    const rowids = database
      .statement('SELECT rowid FROM drawers WHERE wing = ? AND room = ?')
      .all((row) => row.number(0), wing, from);
    run('UPDATE drawers SET room = ? WHERE wing = ? AND room = ?', to, wing, from);
    for (const [table, column] of [['drawers', 'id'], ...idColumns] as const)
      run(
        `UPDATE OR REPLACE ${table} SET ${column} = ? || substr(${column}, length(?) + 1) WHERE substr(${column}, 1, length(?)) = ?`,
        ids.to,
        ids.from,
        ids.from,
        ids.from,
      );
    for (const [table, column] of [...quotingColumns, ['drawer_properties', 'value']] as const)
      run(
        `UPDATE ${table} SET ${column} = replace(${column}, ?, ?) WHERE instr(${column}, ?) > 0`,
        ids.from,
        ids.to,
        ids.from,
      );
    rowids.forEach(changed);
  },
});
