import { drawerId, type DrawerId } from '../../../model/drawer/ids.ts';
import { editedReason } from '../../../model/drawer/noteTypes.ts';
import type { RunStatement, SqlDatabase } from '../../realFile/sqlDatabase.ts';
import { drawerMentions, type DrawerMentions } from './drawerMentions.ts';
import { consolidatesProperty } from '../../../model/drawer/consolidatesProperty.ts';
import { asText, isNamingKey, naming, replaceMentions } from './passingMentions.ts';
import { refusalQueries, refusalWrites, type RefusalQueries, type RefusalWrites } from '../refusals.ts';

/** What a palace knows of drawers outside their own rows. */
export interface ErasureQueries extends RefusalQueries {
  /** Drawers, archived ones too, whose text has one of these hashes. */
  drawersOfText(hashes: readonly string[]): DrawerId[];
  /** Drawers whose text was edited into one of these. */
  editedInto(ids: readonly DrawerId[]): DrawerId[];
  /** Drawers that one of these supersedes or consolidates, in order of filing. */
  drawersPointingToAny(ids: readonly DrawerId[]): DrawerId[];
  /** Summaries of at least one of these drawers, or that begin with the text of one that replaced them. */
  summariesOf(ids: readonly DrawerId[]): DrawerId[];
  /**
   * Those of the next drawers whose text contains one of these texts, and the rowid of the last one that was looked at; null if
   * there was none.
   */
  drawersQuoting(
    texts: readonly string[],
    afterRowid: number,
    limit: number,
  ): { readonly ids: DrawerId[]; readonly last: number | null };
  plansNaming(ids: readonly DrawerId[]): string[];
  /**
   * Numbers of the logged searches that returned one of these drawers, or whose words `tell` something about them.
   */
  queriesAbout(ids: readonly DrawerId[], tell: (words: string) => boolean): number[];
}

export interface ErasureWrites extends RefusalWrites {
  /** Removes these logged searches, every plan and answer that names the drawers, and their IDs everywhere else. */
  forgetDrawers(ids: readonly DrawerId[], queries: readonly number[]): void;
}

const ofList = 'IN (SELECT value FROM json_each(?))';
/** Replaces an erased drawer's ID in a text. */
const erasedName = 'erased';
const mentionsOf = (ids: readonly string[]): DrawerMentions =>
  drawerMentions(new Map(ids.map((id) => [id, erasedName])));

/** Tables of JSON, with their keys, whose rows are useless without the drawer that they name. */
const namingRows = [
  ['plans', 'id', 'body'],
  ['requests', 'number', 'answer'],
  ['note_checks', 'drawer_id', 'outcome'],
] as const;
/** Fields of a change for the team whose value is a drawer's ID. */
const isIdField = "field IN ('superseded_by', 'consolidated_into', 'settled')";
/** Rows about a drawer itself that remain when it is deleted. */
const ownRows = [
  ['moves', 'drawer_id'],
  ['team_conflicts', 'drawer_id'],
  ['team_conflicts', 'one'],
  ['team_conflicts', 'other'],
] as const;

export const erasureQueries = (database: () => SqlDatabase): ErasureQueries => {
  const ids = (sql: string, value: string): DrawerId[] =>
    database()
      .statement(sql)
      .all((row) => drawerId(row.text(0)), value);
  return {
    drawersOfText: (hashes) =>
      ids(`SELECT id FROM drawers WHERE content_hash ${ofList} ORDER BY rowid`, JSON.stringify(hashes)),
    editedInto: (list) =>
      ids(
        `SELECT id FROM drawers WHERE archived = 1 AND archive_reason = '${editedReason}' AND superseded_by ${ofList} ORDER BY rowid`,
        JSON.stringify(list),
      ),
    drawersPointingToAny: (list) =>
      ids(
        `WITH pointed AS (SELECT value FROM json_each(?))
        SELECT id FROM drawers WHERE superseded_by IN pointed OR consolidated_into IN pointed ORDER BY rowid`,
        JSON.stringify(list),
      ),
    summariesOf: (list) =>
      ids(
        `WITH erased AS (SELECT value FROM json_each(?))
        SELECT d.id FROM drawers d JOIN drawer_properties p ON p.drawer_id = d.id AND p.name = '${consolidatesProperty}' AND json_valid(p.value)
        WHERE d.superseded_by IN erased OR EXISTS (SELECT 1 FROM json_each(p.value) WHERE value IN erased) ORDER BY d.rowid`,
        JSON.stringify(list),
      ),
    drawersQuoting: (texts, afterRowid, limit) => {
      const looked = database()
        .statement(`SELECT rowid, id, ${naming('text')} FROM drawers WHERE rowid > ? ORDER BY rowid LIMIT ?`)
        .all(
          (row) => ({ rowid: row.number(0), id: drawerId(row.text(1)), quotes: row.number(2) === 1 }),
          JSON.stringify(texts),
          afterRowid,
          limit,
        );
      return {
        ids: looked.filter(({ quotes }) => quotes).map(({ id }) => id),
        last: looked.at(-1)?.rowid ?? null,
      };
    },
    plansNaming: (list) => {
      const mentions = mentionsOf(list);
      return rowsNaming(database(), ['plans', 'id', 'body'], mentions, 'ORDER BY created_at, id');
    },
    queriesAbout: (list, tell) => {
      const { inJson, inText } = mentionsOf(list);
      return database()
        .statement('SELECT id, text, result_ids FROM query_log ORDER BY id')
        .all((row) => {
          const text = row.text(1);
          return inJson(row.text(2)) !== undefined || inText(text) !== undefined || tell(text)
            ? [row.number(0)]
            : [];
        })
        .flat();
    },
    ...refusalQueries(database),
  };
};

export const erasureWrites = (run: RunStatement, database: SqlDatabase): ErasureWrites => ({
  forgetDrawers: (ids, queries) => {
    const list = JSON.stringify(ids);
    run(`DELETE FROM query_log WHERE id ${ofList}`, JSON.stringify(queries));
    for (const [table, column] of ownRows) run(`DELETE FROM ${table} WHERE ${column} ${ofList}`, list);
    run(`DELETE FROM team_outbox WHERE drawer_id ${ofList} AND field <> 'erase'`, list);
    const mentions = mentionsOf(ids);
    for (const [table, key, column] of namingRows)
      for (const row of rowsNaming(database, [table, key, column], mentions))
        run(`DELETE FROM ${table} WHERE ${key} = ?`, row);
    dropChangesNaming(run, database, list, mentions);
    run(`UPDATE meta SET value = ? WHERE key ${isNamingKey} AND value ${ofList}`, erasedName, list);
    replaceMentions(run, database, mentions);
  },
  ...refusalWrites(run),
});

/** Keys of a table's rows whose JSON names the drawers. */
const rowsNaming = (
  database: SqlDatabase,
  [table, key, column]: readonly [string, string, string],
  mentions: DrawerMentions,
  order = '',
): string[] =>
  database
    .statement(`SELECT CAST(${key} AS TEXT), ${column} FROM ${table} WHERE ${column} IS NOT NULL ${order}`)
    .all((row) => (mentions.inJson(row.text(1)) === undefined ? [] : [row.text(0)]))
    .flat();

/** Removes other drawers' changes for the team that name these. */
const dropChangesNaming = (
  run: RunStatement,
  database: SqlDatabase,
  list: string,
  { needles, inJson }: DrawerMentions,
): void => {
  run(
    `DELETE FROM team_outbox WHERE ${isIdField} AND json_valid(value) AND json_extract(value, '$') ${ofList}`,
    list,
  );
  for (const { number, value } of database
    .statement(`SELECT number, value FROM team_outbox WHERE NOT ${isIdField} AND ${naming('team_outbox.value')}`)
    .all((row) => ({ number: row.number(0), value: row.text(1) }), JSON.stringify(needles)))
    if (inJson(value, asText) !== undefined) run('DELETE FROM team_outbox WHERE number = ?', number);
};
