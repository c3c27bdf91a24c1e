import type { DrawerId, RoomName } from '../../../model/drawer/ids.ts';
import type { RunStatement, SqlDatabase } from '../../realFile/sqlDatabase.ts';
import { drawerMentions } from './drawerMentions.ts';
import { isNamingKey, replaceMentions } from './passingMentions.ts';

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

/** Columns of JSON that quote IDs, with the keys of their tables. */
const jsonColumns = [
  ['query_log', 'result_ids', 'id'],
  ['patterns', 'entry_ids', 'id'],
  ['plans', 'body', 'id'],
  ['requests', 'answer', 'number'],
  ['note_checks', 'outcome', 'drawer_id'],
] as const;
/** Columns of JSON or text that quote IDs and names. */
const quotingColumns = [['closets', 'text'], ...jsonColumns] as const;

/** A name in the palace, and whether it is a drawer's ID. */
export interface FiledName {
  readonly name: string;
  readonly isId: boolean;
}

export interface NameQueries {
  /** Every name that was derived from text, once per kind of thing that it names. */
  names(): FiledName[];
}

/** A drawer that gets another ID and room. */
interface RenamedDrawer {
  readonly rowid: number;
  readonly from: DrawerId;
  readonly to: DrawerId;
  readonly room: RoomName;
}

export interface NameWrites {
  /** Replaces names wherever they occur, drawers' IDs included. Call it before anything has read the palace. */
  rename(names: readonly { readonly from: string; readonly to: string }[]): void;
  /**
   * Gives these drawers other IDs, wherever they are named but in closets, and rooms. No other drawer may have one of
   * the new IDs.
   */
  renameDrawers(drawers: readonly RenamedDrawer[]): void;
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
  renameDrawers: (drawers) => {
    for (const { rowid, to, room } of drawers)
      run('UPDATE drawers SET id = ?, room = ? WHERE rowid = ?', to, room, rowid);
    const renamed = drawers.filter(({ from, to }) => from !== to);
    const pointing = database
      .statement(
        'WITH was AS (SELECT value FROM json_each(?)) SELECT rowid FROM drawers WHERE superseded_by IN was OR consolidated_into IN was',
      )
      .all((row) => row.number(0), JSON.stringify(renamed.map(({ from }) => from)));
    if (renamed.length > 0) renameIds(run, database, renamed);
    [...drawers.map(({ rowid }) => rowid), ...pointing].forEach(changed);
  },
});

/** Replaces IDs wherever they are named but in `drawers` itself and in closets. */
const renameIds = (run: RunStatement, database: SqlDatabase, drawers: readonly RenamedDrawer[]): void => {
  const pairs = JSON.stringify(drawers.map(({ from, to }) => [from, to]));
  for (const [table, column] of [...idColumns, ['meta', 'value']] as const)
    run(
      `WITH renamed AS MATERIALIZED (SELECT json_extract(value, '$[0]') AS was, json_extract(value, '$[1]') AS now FROM json_each(?))
      UPDATE OR REPLACE ${table} SET ${column} = (SELECT now FROM renamed WHERE was = ${column})
      WHERE ${table === 'meta' ? `key ${isNamingKey} AND ` : ''}${column} IN (SELECT was FROM renamed)`,
      pairs,
    );
  // A pair begins with the lower ID.
  run('UPDATE OR REPLACE co_access SET a = b, b = a WHERE a > b');
  const mentions = drawerMentions(new Map(drawers.map(({ from, to }) => [from, to])));
  replaceMentions(run, database, mentions);
  for (const [table, column, key] of jsonColumns)
    for (const row of database
      .statement(`SELECT CAST(${key} AS TEXT), ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
      .all((each) => ({ key: each.text(0), json: mentions.inJson(each.text(1)) })))
      if (row.json !== undefined) run(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, row.json, row.key);
};
