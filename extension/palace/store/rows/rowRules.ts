import { entryTypes, tiers } from '../../model/drawer/drawer.ts';
import { sourceKinds } from '../../model/source/source.ts';
import { conflictKinds, wingRights } from '../queries/team.ts';

/** What a column may hold, as conditions and expressions of SQLite. */
export interface ColumnRule {
  /** True for every value that this program writes. */
  readonly holds: string;
  /** What a repair puts in place of anything else. Absent: the row is left out. */
  readonly mend?: string;
}

type Rules = Readonly<Record<string, ColumnRule>>;

const among = (column: string, values: readonly (string | number)[]): string =>
  `${column} IN (${values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(', ')})`;
const orNull = (column: string, holds: string): string => `(${column} IS NULL OR ${holds})`;
const isText = (column: string): string => `typeof(${column}) = 'text'`;
const isName = (column: string): string => `(typeof(${column}) = 'text' AND ${column} <> '')`;
const isCount = (column: string): string => `(typeof(${column}) = 'integer' AND ${column} >= 0)`;
const isNumber = (column: string): string =>
  `(typeof(${column}) IN ('integer', 'real') AND abs(${column}) < 9e15)`;
/** A date that exists, in the form that both SQLite and JavaScript read: `2026-01-31…`. */
const isTime = (column: string): string =>
  `(typeof(${column}) = 'text' AND date(${column}) = substr(${column}, 1, 10))`;
const isJson = (column: string, kind: 'array' | 'object'): string =>
  `CASE WHEN typeof(${column}) = 'text' AND json_valid(${column}) THEN json_type(${column}) = '${kind}' ELSE FALSE END`;
const isIdList = (column: string): string =>
  `CASE WHEN ${isJson(column, 'array')} THEN NOT EXISTS (SELECT 1 FROM json_each(${column}) WHERE type <> 'text') ELSE FALSE END`;

const text = (column: string): Rules => ({ [column]: { holds: isText(column) } });
const texts = (...columns: readonly string[]): Rules => Object.assign({}, ...columns.map(text)) as Rules;
const rule = (column: string, holds: (column: string) => string, mend?: string): Rules => ({
  [column]: { holds: holds(column), ...(mend === undefined ? {} : { mend }) },
});
const optional = (column: string, holds: (column: string) => string, mend?: string): Rules =>
  rule(column, (name) => orNull(name, holds(name)), mend);
const flag = (column: string, mend?: string): Rules => rule(column, (name) => among(name, [0, 1]), mend);

/** A lost time becomes the start of 1970: recognisable when shown, and old for everything that goes by age. */
const noTime = `'1970-01-01T00:00:00.000Z'`;
const otherTime = (column: string): string => `CASE WHEN ${isTime(column)} THEN ${column} ELSE ${noTime} END`;
const kindOfDrawers = `coalesce((SELECT CASE d.type WHEN 'file' THEN 'file' WHEN 'conversation' THEN 'conversation' WHEN 'git_commit' THEN 'git' ELSE 'note' END
  FROM drawers d WHERE d.source_id = sources.id LIMIT 1), 'import')`;

const drawers: Rules = {
  // Scans begin after 0.
  ...rule('rowid', (name) => `${name} > 0`, '(SELECT max(rowid) + 1 FROM drawers)'),
  ...rule('id', isName),
  ...rule('wing', isName, `'recovered'`),
  ...rule('room', isName, `'recovered'`),
  ...rule(
    'type',
    (name) => among(name, entryTypes),
    `coalesce((SELECT CASE s.kind WHEN 'git' THEN 'git_commit' WHEN 'conversation' THEN 'conversation' WHEN 'file' THEN 'file' END FROM sources s WHERE s.id = drawers.source_id), 'reference')`,
  ),
  ...optional('source_id', isName, 'NULL'),
  ...optional('span_start', isCount, 'NULL'),
  ...optional('span_end', isCount, 'NULL'),
  ...optional('line_start', isCount, 'NULL'),
  ...optional('line_end', isCount, 'NULL'),
  ...rule('chunk_index', isCount, '0'),
  ...rule('content_hash', (name) => `(typeof(${name}) = 'text' AND length(${name}) = 64)`),
  ...rule('filed_at', isTime, otherTime('created_at')),
  ...rule('created_at', isTime, otherTime('filed_at')),
  ...rule('tier', (name) => among(name, tiers), `'working'`),
  ...rule('importance', (name) => `(typeof(${name}) IN ('real', 'integer') AND ${name} BETWEEN 0 AND 1)`, '0.5'),
  ...flag('pinned', '0'),
  // A drawer that may be secret stays sensitive until a person has looked.
  ...flag('sensitive', '1'),
  ...flag('archived', '0'),
  ...optional('archived_at', isTime, otherTime('filed_at')),
  ...optional('archive_reason', isText, 'NULL'),
  ...optional('superseded_by', isName, 'NULL'),
  ...optional('consolidated_into', isName, 'NULL'),
  ...rule('access_count', isCount, '0'),
  ...optional('last_accessed', isTime, 'NULL'),
  ...optional('speaker', isText, 'NULL'),
  ...optional('exchange', isCount, 'NULL'),
  ...optional('part', isCount, 'NULL'),
  ...text('text'),
};

const sources: Rules = {
  ...rule('id', isName),
  ...rule('kind', (name) => among(name, sourceKinds), kindOfDrawers),
  ...rule('path', isText),
  ...rule('path_folded', isText, 'lower(path)'),
  // A hash that no file has: the next mine reads the source again.
  ...rule('hash', isText, `''`),
  ...rule('size', isCount, '0'),
  ...rule('mtime', isNumber, '0'),
  ...rule('normalize_version', isCount, '0'),
  ...rule('mined_at', isTime, noTime),
};

/**
 * What the columns of each table hold. A row that breaks a rule was not written by this program: reading leaves it out, `verify`
 * names it, a repair mends or drops it. Lengths of vectors: `badRows.ts`.
 */
export const rowRules: Readonly<Record<string, Rules>> = {
  // Sources first: drawers can be mended from them.
  sources,
  drawers,
  meta: {
    ...texts('key'),
    ...rule(
      'value',
      (name) =>
        `(typeof(${name}) = 'text' AND (key NOT IN ('schema_version', 'palace_revision') OR (length(${name}) < 16 AND ${name} <> '' AND ${name} NOT GLOB '*[^0-9]*')))`,
    ),
  },
  models: { ...rule('id', isCount), ...rule('name', isName) },
  vectors: {
    ...rule('drawer_rowid', isCount),
    ...rule('model_id', isCount),
    ...rule('scale', (name) => `(typeof(${name}) IN ('real', 'integer') AND ${name} >= 0 AND ${name} < 9e15)`),
    ...rule('data', (name) => `typeof(${name}) = 'blob'`),
  },
  closets: { ...rule('source_id', isName), ...rule('ordinal', isCount), ...text('text') },
  tags: { ...rule('drawer_id', isName), ...rule('tag', isName) },
  drawer_properties: texts('drawer_id', 'name', 'value'),
  secret_findings: {
    ...texts('drawer_id', 'rule'),
    ...rule('span_start', isCount),
    ...rule('span_end', (name) => `(typeof(${name}) = 'integer' AND ${name} >= span_start)`),
  },
  access_log: { ...texts('drawer_id', 'session_id', 'kind'), ...rule('at', isTime) },
  co_access: { ...texts('a', 'b'), ...rule('count', isCount), ...rule('last_at', isTime) },
  query_log: { ...text('text'), ...rule('at', isTime), ...rule('result_ids', isIdList) },
  ltp: {
    ...text('drawer_id'),
    ...rule('accesses_in_window', isCount),
    ...rule('ltp_score', isNumber),
    ...texts('scanned_at', 'expires_at'),
    ...rule('window_days', isNumber),
  },
  ltp_due: text('drawer_id'),
  patterns: {
    ...texts('id', 'label'),
    ...rule('entry_ids', isIdList),
    ...rule('occurrence_count', isCount),
    ...rule('first_seen', isTime),
    ...rule('last_seen', isTime),
    ...flag('resolved', '0'),
  },
  plans: {
    ...text('id'),
    ...rule('state', (name) => among(name, ['proposed', 'applied', 'restored'])),
    ...rule('created_at', isTime),
    ...rule('palace_revision', isCount),
    ...rule(
      'body',
      (name) => `CASE WHEN ${isJson(name, 'object')} THEN json_extract(${name}, '$.plan.id') IS id ELSE FALSE END`,
    ),
  },
  rejections: { ...text('drawer_id'), ...rule('at', isTime) },
  requests: {
    ...rule('number', isCount),
    ...rule('id', isName),
    ...rule('at', isTime),
    ...rule('answer', (name) => isJson(name, 'array')),
  },
  note_checks: {
    ...texts('drawer_id', 'curate'),
    ...rule('saved_at', isTime),
    ...optional('checked_at', isTime),
    ...optional('outcome', (name) => isJson(name, 'object')),
  },
  move_batches: {
    ...text('id'),
    ...rule('at', isTime),
    ...rule('by_whom', (name) => among(name, ['maintenance', 'agent'])),
    ...optional('reason', isText),
    ...optional('plan_id', isText),
    ...optional('told_at', isTime),
  },
  moves: {
    ...texts('batch', 'drawer_id', 'reason'),
    ...rule('from_tier', (name) => among(name, tiers)),
    ...optional('to_tier', (name) => among(name, tiers)),
  },
  team_wings: {
    ...rule('wing', isName),
    // Until the team is asked, assume the strictest: nothing is sent, and sensitive drawers stay here.
    ...rule('wing_right', (name) => among(name, wingRights), `'reader'`),
    ...flag('includes_sensitive', '0'),
    // Pulling again from the beginning changes nothing that was pulled before.
    ...rule('pulled_seq', isCount, '0'),
    ...rule('offer_from', isCount, '0'),
    ...rule('offer_to', isCount, '0'),
  },
  team_outbox: {
    ...rule('number', (name) => `${name} > 0`),
    ...rule('drawer_id', isName),
    ...rule('wing', isName),
    ...rule('field', isName),
    ...optional('value', (name) => `(typeof(${name}) = 'text' AND json_valid(${name}))`),
    ...rule('at', isTime, noTime),
  },
  team_drawers: { ...rule('drawer_id', isName), ...texts('palace', 'member') },
  team_conflicts: {
    ...rule('drawer_id', isName),
    ...texts('one', 'other', 'member'),
    ...rule('kind', (name) => among(name, conflictKinds)),
    ...rule('at', isTime, noTime),
  },
  team_erased: rule('drawer_id', isName),
};
