import {
  entryTypes,
  tiers,
  type Drawer,
  type EntryType,
  type IndexedDrawer,
  type NewDrawer,
  type Tier,
} from '../../model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, sourceId, wingName, type IsoTime } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { sourceKinds, type SourceKind, type SourceRecord } from '../../model/source/source.ts';
import type { SqlRow, SqlValue } from '../realFile/sqlDatabase.ts';

/**
 * To be read by {@link readDrawer}; `d` is the drawer, `s` its source. A source without a path (a note's) gives no
 * file name.
 */
export const drawerColumns = `d.rowid, d.id, d.wing, d.room, d.type, d.source_id, d.span_start, d.span_end, d.line_start, d.line_end,
  d.chunk_index, d.content_hash, d.filed_at, d.created_at, d.tier, d.importance, d.pinned, d.sensitive, d.archived, d.archived_at,
  d.archive_reason, d.superseded_by, d.consolidated_into, d.access_count, d.last_accessed, d.speaker, d.exchange, d.part, d.text, nullif(s.path, '')`;
export const drawersWithSource = 'drawers d LEFT JOIN sources s ON s.id = d.source_id';

export const readDrawer = (row: SqlRow): Drawer => {
  const source = row.textOrNull(5);
  return {
    rowid: row.number(0),
    id: drawerId(row.text(1)),
    wing: wingName(row.text(2)),
    room: roomName(row.text(3)),
    type: oneOf<EntryType>(entryTypes, row.text(4), 'type'),
    sourceId: source === null ? null : sourceId(source),
    span: range(row.numberOrNull(6), row.numberOrNull(7)),
    lines: range(row.numberOrNull(8), row.numberOrNull(9)),
    chunkIndex: row.number(10),
    contentHash: row.text(11),
    filedAt: storedTime(row.text(12)),
    createdAt: storedTime(row.text(13)),
    tier: oneOf<Tier>(tiers, row.text(14), 'tier'),
    importance: row.number(15),
    pinned: row.number(16) !== 0,
    sensitive: row.number(17) !== 0,
    archived: row.number(18) !== 0,
    archivedAt: orNull(row.textOrNull(19), storedTime),
    archiveReason: row.textOrNull(20),
    supersededBy: orNull(row.textOrNull(21), drawerId),
    consolidatedInto: orNull(row.textOrNull(22), drawerId),
    accessCount: row.number(23),
    lastAccessed: orNull(row.textOrNull(24), storedTime),
    speaker: row.textOrNull(25),
    exchange: row.numberOrNull(26),
    part: row.numberOrNull(27),
    text: row.text(28),
    sourceFile: row.textOrNull(29),
  };
};

/** To be read by {@link readIndexed}: no text, and nothing that would need the row of the source. */
export const indexedColumns = `rowid, id, wing, room, type, source_id, chunk_index, content_hash, filed_at, tier, importance,
  pinned, sensitive, archived, superseded_by, speaker, part`;

/** `paths`: the path of each source that has one. */
export const readIndexed = (row: SqlRow, paths: ReadonlyMap<string, string>): IndexedDrawer => {
  const source = row.repeatedText(5);
  return {
    rowid: row.number(0),
    id: drawerId(row.text(1)),
    wing: wingName(repeated(row, 2)),
    room: roomName(repeated(row, 3)),
    type: oneOf<EntryType>(entryTypes, repeated(row, 4), 'type'),
    sourceId: source === null ? null : sourceId(source),
    sourceFile: source === null ? null : (paths.get(source) ?? null),
    chunkIndex: row.number(6),
    contentHash: row.text(7),
    filedAt: storedTime(repeated(row, 8)),
    tier: oneOf<Tier>(tiers, repeated(row, 9), 'tier'),
    importance: row.number(10),
    pinned: row.number(11) !== 0,
    sensitive: row.number(12) !== 0,
    archived: row.number(13) !== 0,
    supersededBy: orNull(row.textOrNull(14), drawerId),
    speaker: row.repeatedText(15),
    part: row.numberOrNull(16),
  };
};

/** As `text`; see {@link SqlRow.repeatedText}. */
const repeated = (row: SqlRow, column: number): string => row.repeatedText(column) ?? row.text(column);

/** Columns of a new drawer, in the order of {@link newDrawerValues}; the rest take their defaults. */
export const newDrawerColumns = [
  'id',
  'wing',
  'room',
  'type',
  'source_id',
  'span_start',
  'span_end',
  'line_start',
  'line_end',
  'chunk_index',
  'content_hash',
  'filed_at',
  'created_at',
  'tier',
  'importance',
  'pinned',
  'sensitive',
  'speaker',
  'exchange',
  'part',
  'text',
] as const;

export const newDrawerValues = (drawer: NewDrawer): SqlValue[] => [
  drawer.id,
  drawer.wing,
  drawer.room,
  drawer.type,
  drawer.sourceId,
  drawer.span?.start ?? null,
  drawer.span?.end ?? null,
  drawer.lines?.start ?? null,
  drawer.lines?.end ?? null,
  drawer.chunkIndex,
  drawer.contentHash,
  drawer.filedAt,
  drawer.createdAt,
  drawer.tier,
  drawer.importance,
  Number(drawer.pinned),
  Number(drawer.sensitive),
  drawer.speaker,
  drawer.exchange,
  drawer.part,
  drawer.text,
];

/** To be read by {@link readSource}. */
export const sourceColumns = 'id, kind, path, hash, size, mtime, normalize_version, mined_at';

export const readSource = (row: SqlRow): SourceRecord => ({
  id: sourceId(row.text(0)),
  kind: oneOf<SourceKind>(sourceKinds, row.text(1), 'kind'),
  path: row.text(2),
  hash: row.text(3),
  size: row.number(4),
  mtimeMs: row.number(5),
  normalizeVersion: row.number(6),
  minedAt: storedTime(row.text(7)),
});

const orNull = <From, To>(value: From | null, read: (value: From) => To): To | null =>
  value === null ? null : read(value);

const range = (
  start: number | null,
  end: number | null,
): { readonly start: number; readonly end: number } | null =>
  start === null || end === null ? null : { start, end };

/** Returns the known value that equals a column's text. Throws E_PALACE_DAMAGED if there is none. */
export const oneOf = <T extends string>(known: readonly T[], text: string, column: string): T => {
  const found = known.find((value) => value === text);
  if (found === undefined)
    throw new PalaceError('E_PALACE_DAMAGED', errorText`A row holds the unknown ${column} "${text}".`);
  return found;
};

/** The store writes normalised times. Only other texts take the slow path, and only those that are not times fail. */
const isNormalTime = (text: string): text is IsoTime =>
  text.length === 24 && text.charCodeAt(10) === 84 && text.charCodeAt(23) === 90;

const storedTime = (text: string): IsoTime => {
  if (isNormalTime(text)) return text;
  try {
    return isoTime(text);
  } catch (thrown) {
    throw new PalaceError('E_PALACE_DAMAGED', errorText`A row holds the unreadable time "${text}".`, {
      cause: thrown,
    });
  }
};
