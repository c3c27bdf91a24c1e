import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { groupedNumber, plural } from '../../../base/text/plural.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { SqlRow } from '../../store/realFile/sqlDatabase.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';
import { openForeignDatabase, unreadable, type ForeignDatabase, type ForeignPlace } from './foreignDatabase.ts';
import { foreignTime, localZone } from './foreignTime.ts';
import type { ImportItem } from '../record/importItem.ts';
import { synapticDrawer, type SynapticEntry } from './synapticEntry.ts';

/** The file in which Synaptic keeps its entries. */
export const synapticFile = 'context.db';

const pageRows = 100;
const longestText = 16 * 1024 * 1024;
const textColumns = [
  'date',
  'time',
  'type',
  'tags',
  'source_file',
  'tier',
  'last_accessed',
  'label',
  'project',
  'session_id',
  'agent_id',
  'name',
  'summary',
  'project_root',
  'referenced_entry_ids',
] as const;
const numberColumns = ['access_count', 'pinned', 'archived'] as const;

/**
 * The entries and recurring issues of Synaptic's database. Its full-text and vector tables contain no data of their
 * own. Pairs of files that changed together are left out and counted.
 * Throws `E_IMPORT_FORMAT` if the file is not such a database.
 */
export async function* synapticItems(place: ForeignPlace): AsyncGenerator<ImportItem> {
  const foreign = await openForeignDatabase(place);
  try {
    yield* entriesOf(foreign, place.file);
    yield* patternsOf(foreign);
    const pairs =
      foreign.columns('file_pairs').size === 0
        ? 0
        : (foreign.database.statement('SELECT count(*) FROM file_pairs').first((row) => row.number(0)) ?? 0);
    if (pairs > 0)
      yield {
        kind: 'skip',
        reason: 'file_pairs',
        count: pairs,
        detail:
          pairs === 1
            ? '1 pair of files that changed together was left out: it is not a drawer.'
            : `${groupedNumber(pairs)} pairs of files that changed together were left out: they are not drawers.`,
      };
  } catch (thrown) {
    throw unreadable(thrown, place.file);
  } finally {
    await foreign.close();
  }
}

async function* entriesOf({ database, columns }: ForeignDatabase, file: string): AsyncGenerator<ImportItem> {
  const there = columns('entries');
  if (!there.has('id') || !there.has('content')) {
    throw new PalaceError(
      'E_IMPORT_FORMAT',
      errorText`${file} is not a Synaptic database: it has no table of entries.`,
      {
        remedy: errorText`Give its ${synapticFile}.`,
      },
    );
  }
  // The names come from the lists above, never from the file.
  const selected = [...textColumns, ...numberColumns].map((name) => (there.has(name) ? name : 'NULL'));
  const page =
    database.statement(`SELECT rowid, id, CASE WHEN length(CAST(content AS BLOB)) > ${longestText} THEN NULL ELSE content END, ${selected.join(', ')}
    FROM entries WHERE rowid > ? ORDER BY rowid LIMIT ?`);
  let times = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = page.all(readEntry, after, pageRows);
    const last = rows.at(-1);
    if (last === undefined || last.rowid <= after) break;
    after = last.rowid;
    for (const { rowid, id, content, ...rest } of rows) {
      if (id === null || id === '') {
        yield { kind: 'skip', reason: 'invalid', count: 1, detail: `entry ${rowid} has no ID` };
        continue;
      }
      if (content === null || content === '') {
        yield { kind: 'skip', reason: 'no_text', count: 1, detail: `entry ${rowid} (${id}) has no text` };
        continue;
      }
      const drawer = synapticDrawer({ rowid, id, content, ...rest });
      if (drawer.filedAt === null)
        yield {
          kind: 'warning',
          text: `${id}: its time “${rest.date ?? ''} ${rest.time ?? ''}” can't be read; it is filed with the current time.`,
        };
      else times++;
      yield { kind: 'drawer', where: id, drawer };
    }
    await nextTurn();
  }
  if (times > 0)
    yield {
      kind: 'warning',
      text: `Synaptic notes dates and times without a zone; they were read as local time of this machine (${localZone()}).`,
    };
}

type EntryRow = Omit<SynapticEntry, 'id' | 'content'> & {
  readonly id: string | null;
  readonly content: string | null;
};

const readEntry = (row: SqlRow): EntryRow => {
  const text = (name: (typeof textColumns)[number]): string | null =>
    row.textOrNull(3 + textColumns.indexOf(name));
  const number = (name: (typeof numberColumns)[number]): number | null =>
    row.numberOrNull(3 + textColumns.length + numberColumns.indexOf(name));
  return {
    rowid: row.number(0),
    id: row.textOrNull(1),
    content: row.textOrNull(2),
    date: text('date'),
    time: text('time'),
    type: text('type'),
    tags: text('tags'),
    source_file: text('source_file'),
    tier: text('tier'),
    last_accessed: text('last_accessed'),
    label: text('label'),
    project: text('project'),
    session_id: text('session_id'),
    agent_id: text('agent_id'),
    name: text('name'),
    summary: text('summary'),
    project_root: text('project_root'),
    referenced_entry_ids: text('referenced_entry_ids'),
    access_count: number('access_count'),
    pinned: number('pinned'),
    archived: number('archived'),
  };
};

const patternColumns = [
  'id',
  'label',
  'entry_ids',
  'occurrence_count',
  'first_seen',
  'last_seen',
  'resolved',
] as const;

function* patternsOf({ database, columns }: ForeignDatabase): Generator<ImportItem> {
  const there = columns('patterns');
  if (!patternColumns.every((name) => there.has(name))) return;
  const nameless =
    database
      .statement(`SELECT count(*) FROM patterns WHERE id IS NULL OR id = ''`)
      .first((row) => row.number(0)) ?? 0;
  if (nameless > 0)
    yield {
      kind: 'skip',
      reason: 'invalid',
      count: nameless,
      detail: `${plural(nameless, 'recurring issue')} ${nameless === 1 ? 'has' : 'have'} no ID`,
    };
  for (let after = ''; ;) {
    const rows = database
      .statement(`SELECT ${patternColumns.join(', ')} FROM patterns WHERE id > ? ORDER BY id LIMIT ?`)
      .all(readPattern, after, pageRows);
    const last = rows.at(-1);
    if (last === undefined || last.id <= after) return;
    after = last.id;
    for (const { id, pattern } of rows) {
      if (pattern === undefined)
        yield { kind: 'skip', reason: 'invalid', count: 1, detail: `pattern ${id} can't be read` };
      else yield { kind: 'pattern', pattern };
    }
  }
}

const readPattern = (row: SqlRow): { readonly id: string; readonly pattern: PatternRecord | undefined } => {
  const [id, label, first, last] = [
    row.textOrNull(0) ?? '',
    row.textOrNull(1) ?? '',
    foreignTime(row.textOrNull(4) ?? ''),
    foreignTime(row.textOrNull(5) ?? ''),
  ];
  const ids = idList(row.textOrNull(2) ?? '');
  return {
    id,
    pattern:
      ids === undefined || first === undefined || last === undefined
        ? undefined
        : {
            id,
            label,
            entry_ids: ids,
            occurrence_count: Math.max(0, Math.trunc(row.numberOrNull(3) ?? 0)),
            first_seen: first,
            last_seen: last,
            resolved: row.numberOrNull(6) === 1,
          },
  };
};

const listSchema = z.array(z.string());

/** The format is not documented: a JSON list, or names separated by commas. */
const idList = (text: string): readonly string[] | undefined => {
  try {
    const parsed = listSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return text
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '');
  }
};
