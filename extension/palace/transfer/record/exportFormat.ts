import * as z from 'zod';
import { parseJson } from '../../../base/text/parseJson.ts';
import { exportHeader, type ExportHeader, type RecordKind } from '../../filing/exportHeader.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';

/** Incremented when an older version could no longer read the format. Adding fields does not need a new version. */
const formatVersion = 1;

export const layouts = ['jsonl', 'markdown'] as const;
export type Layout = (typeof layouts)[number];

/** Names in an export's folder. */
export const exportNames = {
  /** Written last: a folder without it is not a complete export. */
  manifest: 'palace.json',
  drawers: 'drawers.jsonl',
  sources: 'sources.jsonl',
  pairs: 'pairs.jsonl',
  patterns: 'patterns.jsonl',
  /** Folder of the Markdown layout: `drawers/<wing>/<room>/<id>.md`. */
  tree: 'drawers',
  /** Folder for an incomplete export. */
  partial: '.synapse-palace-partial',
} as const;

const manifestSchema = z.object({
  format: z.literal('synapse-palace-export'),
  version: z.number().int().min(1),
  layout: z.enum(layouts),
  drawers: z.number().int().min(0),
  sources: z.number().int().min(0),
  pairs: z.number().int().min(0),
  patterns: z.number().int().min(0),
  skipped_sensitive: z.number().int().min(0),
  skipped_archived: z.number().int().min(0),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestText = (manifest: Omit<Manifest, 'format' | 'version'>): string =>
  `${JSON.stringify({ format: 'synapse-palace-export', version: formatVersion, ...manifest } satisfies Manifest, undefined, 2)}\n`;

/** Undefined if the text is not one of our manifests. Throws `E_IMPORT_FORMAT` if its version is later than ours. */
export const readManifest = (text: string, file: string): Manifest | undefined => {
  const value = parseJson(text);
  const marked = manifestSchema.pick({ format: true, version: true }).safeParse(value);
  if (marked.success) refuseLater(marked.data.version, file);
  return manifestSchema.safeParse(value).data;
};

/** First line of each JSONL file. */
export const headerLine = (records: RecordKind): string =>
  `${JSON.stringify({ synapse_palace_export: formatVersion, records } satisfies ExportHeader)}\n`;

/**
 * The kind of records that a file's first line announces; undefined if it is not one of our headers. Throws as {@link
 * readManifest}.
 */
export const readHeader = (line: string, file: string): RecordKind | undefined => {
  const header = exportHeader(line);
  if (header === undefined) return undefined;
  refuseLater(header.synapse_palace_export, file);
  return header.records;
};

const refuseLater = (version: number, file: string): void => {
  if (version > formatVersion)
    throw new PalaceError(
      'E_IMPORT_FORMAT',
      errorText`${file} was written by a later version (format ${version}; this one reads up to ${formatVersion}).`,
      { remedy: 'Update Synapse Palace.' },
    );
};
