import type { EntryType } from '../../model/drawer/drawer.ts';
import { foreignTime } from './foreignTime.ts';
import { isUnicode, plainDrawer, type ImportedDrawer } from '../record/importItem.ts';

export type Metadata = ReadonlyMap<string, string | number | boolean>;

/** Key under which Chroma stores a record's text. */
const documentKey = 'chroma:document';

/** Fields that the program needs for itself or that say nothing about a drawer. */
const bookkeeping = new Set([
  documentKey,
  'wing',
  'room',
  'source_file',
  'chunk_index',
  'line_start',
  'line_end',
  'id_recipe',
  'normalize_version',
  'convo_chunker_version',
  'chunk_total',
  'source_dir_ino',
  'source_mtime',
  'content_hash',
]);

/**
 * Converts a MemPalace record to a drawer of ours. Its other fields become properties `mempalace:…`. Undefined without
 * a text.
 */
export const mempalaceDrawer = (id: string, metadata: Metadata): ImportedDrawer | undefined => {
  const text = metadata.get(documentKey);
  if (typeof text !== 'string' || text === '') return undefined;
  const file = string(metadata, 'source_file');
  const start = wholeNumber(metadata, 'line_start');
  const end = wholeNumber(metadata, 'line_end');
  const properties = [...metadata]
    .filter(([key, value]) => !bookkeeping.has(key) && value !== '' && isUnicode(key))
    .map(([key, value]) => [`mempalace:${key}`, String(value)] as const);
  return {
    ...plainDrawer,
    id,
    text,
    wing: string(metadata, 'wing') ?? 'mempalace',
    room: string(metadata, 'room') ?? 'general',
    type: typeOf(id, metadata, file),
    source: file === undefined ? null : { id: null, kind: 'import', path: file },
    lines: start === undefined || end === undefined ? null : { start, end },
    chunkIndex: wholeNumber(metadata, 'chunk_index') ?? 0,
    filedAt: foreignTime(string(metadata, 'filed_at') ?? '') ?? null,
    properties: Object.fromEntries(properties),
  };
};

const typeOf = (id: string, metadata: Metadata, file: string | undefined): EntryType => {
  if (metadata.get('type') === 'diary_entry' || id.startsWith('diary_')) return 'progress';
  if (metadata.get('ingest_mode') === 'convos') return 'conversation';
  return file === undefined ? 'reference' : 'file';
};

/** Undefined if the value is absent, empty or not a text. */
const string = (metadata: Metadata, key: string): string | undefined => {
  const value = metadata.get(key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

const wholeNumber = (metadata: Metadata, key: string): number | undefined => {
  const value = metadata.get(key);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
};
