import { drawerId, type DrawerId, type IsoTime } from '../../model/ids.ts';
import { editedReason } from '../../model/noteTypes.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';
import { drawerMentions, type DrawerMentions } from './drawerMentions.ts';

/** What a palace knows of drawers outside their own rows. */
export interface ErasureQueries {
  /** Drawers, archived ones too, whose text has one of these hashes. */
  drawersOfText(hashes: readonly string[]): DrawerId[];
  /** Drawers whose text was edited into one of these. */
  editedInto(ids: readonly DrawerId[]): DrawerId[];
  /** Drawers that one of these supersedes or consolidates, in order of filing. */
  drawersPointingToAny(ids: readonly DrawerId[]): DrawerId[];
  /** Summaries of at least one of these drawers, or that begin with the text of one that replaced them. */
  summariesOf(ids: readonly DrawerId[]): DrawerId[];
  /** Drawers whose text contains one of these texts. Reads every text. */
  drawersQuoting(texts: readonly string[]): DrawerId[];
  plansNaming(ids: readonly DrawerId[]): string[];
  /**
   * Numbers of the logged searches that returned one of these drawers, or whose words `tell` something about them.
   */
  queriesAbout(ids: readonly DrawerId[], tell: (words: string) => boolean): number[];
  /** Whether a text of this hash was erased from its source for good. */
  isErased(hash: string): boolean;
}

export interface ErasureWrites {
  /** Removes these logged searches, every plan and answer that names the drawers, and their IDs everywhere else. */
  forgetDrawers(ids: readonly DrawerId[], queries: readonly number[]): void;
  /** Texts with these hashes are never filed again from a source. The text itself is not kept. */
  refuseTexts(hashes: readonly string[], at: IsoTime): void;
}

/** Prefix of a hash in `meta`. */
const erasedKey = 'erased:';
const ofList = 'IN (SELECT value FROM json_each(?))';
/** Replaces an erased drawer's ID in a text. */
const erasedName = 'erased';

/** Columns of text that may name drawers in passing. */
const namingColumns = [
  ['drawer_properties', 'value'],
  ['drawers', 'archive_reason'],
  ['moves', 'reason'],
  ['move_batches', 'reason'],
] as const;
/** Keys of `meta` whose value may be a drawer's ID. All others hold numbers, times, wings, folders or models. */
const namingKeys = ['team_changed'] as const;
/** Rows that are useless without the drawer that they name. */
const namingRows = [
  ['plans', 'body'],
  ['requests', 'answer'],
  ['note_checks', 'outcome'],
  ['team_outbox', 'value'],
] as const;
/** Rows about a drawer itself that remain when it is deleted. */
const ownRows = [
  ['moves', 'drawer_id'],
  ['team_conflicts', 'drawer_id'],
  ['team_conflicts', 'one'],
  ['team_conflicts', 'other'],
] as const;

const naming = (column: string): string =>
  `EXISTS (SELECT 1 FROM json_each(?) j WHERE instr(${column}, j.value) > 0)`;

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
        SELECT d.id FROM drawers d JOIN drawer_properties p ON p.drawer_id = d.id AND p.name = 'consolidates' AND json_valid(p.value)
        WHERE d.superseded_by IN erased OR EXISTS (SELECT 1 FROM json_each(p.value) WHERE value IN erased) ORDER BY d.rowid`,
        JSON.stringify(list),
      ),
    drawersQuoting: (texts) =>
      ids(`SELECT id FROM drawers WHERE ${naming('text')} ORDER BY rowid`, JSON.stringify(texts)),
    plansNaming: (list) =>
      database()
        .statement(`SELECT id FROM plans WHERE ${naming('body')} ORDER BY created_at, id`)
        .all((row) => row.text(0), JSON.stringify(list)),
    queriesAbout: (list, tell) =>
      database()
        .statement(`SELECT id, text, ${naming('result_ids')} FROM query_log ORDER BY id`)
        .all((row) => ({ id: row.number(0), text: row.text(1), named: row.number(2) }), JSON.stringify(list))
        .filter(({ text, named }) => named === 1 || tell(text))
        .map(({ id }) => id),
    isErased: (hash) =>
      database()
        .statement('SELECT 1 FROM meta WHERE key = ?')
        .first(() => true, erasedKey + hash) === true,
  };
};

export const erasureWrites = (run: RunStatement, database: SqlDatabase): ErasureWrites => ({
  forgetDrawers: (ids, queries) => {
    const list = JSON.stringify(ids);
    run(`DELETE FROM query_log WHERE id ${ofList}`, JSON.stringify(queries));
    for (const [table, column] of ownRows) run(`DELETE FROM ${table} WHERE ${column} ${ofList}`, list);
    run(`DELETE FROM team_outbox WHERE drawer_id ${ofList} AND field <> 'erase'`, list);
    for (const [table, column] of namingRows)
      run(`DELETE FROM ${table} WHERE ${naming(`${table}.${column}`)}`, list);
    run(
      `UPDATE meta SET value = ? WHERE key ${ofList} AND value ${ofList}`,
      erasedName,
      JSON.stringify(namingKeys),
      list,
    );
    unnameIn(run, database, drawerMentions(new Map(ids.map((id) => [id, erasedName]))));
  },
  refuseTexts: (hashes, at) => {
    for (const hash of hashes) run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', erasedKey + hash, at);
  },
});

/** Replaces the IDs in every column that may name drawers in passing. */
const unnameIn = (run: RunStatement, database: SqlDatabase, mentions: DrawerMentions): void => {
  for (const [table, column] of namingColumns)
    for (const text of database
      .statement(
        `SELECT text FROM (SELECT DISTINCT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL) WHERE ${naming('text')}`,
      )
      .all((row) => row.text(0), JSON.stringify(mentions.needles))) {
      const without = mentions.inText(text);
      if (without !== undefined) run(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`, without, text);
    }
};
