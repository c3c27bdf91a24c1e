import { consolidatesProperty } from '../../../model/drawer/consolidatesProperty.ts';
import type { RunStatement, SqlDatabase } from '../../realFile/sqlDatabase.ts';
import type { DrawerMentions } from './drawerMentions.ts';

/** The keys of `meta` whose value may be a drawer's ID. All others hold numbers, times, wings, folders or models. */
export const isNamingKey = "= 'team_changed'";
/** The key, in {@link DrawerMentions.inJson}, of JSON that is text. */
export const asText = 'text';

const isIdList = `name = '${consolidatesProperty}' AND`;
/** Columns of text that may name drawers in passing, and in which rows. A property's text may be JSON. */
const namingColumns = [
  ['drawer_properties', 'value', `name <> '${consolidatesProperty}' AND`],
  ['drawers', 'archive_reason', ''],
  ['moves', 'reason', ''],
  ['move_batches', 'reason', ''],
] as const;

/** Whether a column holds one of the texts of a JSON list. */
export const naming = (column: string): string =>
  `EXISTS (SELECT 1 FROM json_each(?) j WHERE instr(${column}, j.value) > 0)`;

/** Replaces IDs in texts and properties that name drawers in passing. */
export const replaceMentions = (
  run: RunStatement,
  database: SqlDatabase,
  { needles, inText, inJson }: DrawerMentions,
): void => {
  const replace = (
    [table, column, which]: readonly [string, string, string],
    without: (text: string) => string | undefined,
    among?: readonly string[],
  ): void => {
    const texts = database
      .statement(
        `SELECT text FROM (SELECT DISTINCT ${column} AS text FROM ${table} WHERE ${which} ${column} IS NOT NULL)
        ${among === undefined ? '' : `WHERE ${naming('text')}`}`,
      )
      .all((row) => row.text(0), ...(among === undefined ? [] : [JSON.stringify(among)]));
    for (const text of texts) {
      const to = without(text);
      if (to !== undefined) run(`UPDATE ${table} SET ${column} = ? WHERE ${which} ${column} = ?`, to, text);
    }
  };
  for (const column of namingColumns)
    replace(column, column[2] === '' ? inText : (text) => inJson(text, asText), needles);
  replace(['drawer_properties', 'value', isIdList], (text) => inJson(text));
};
