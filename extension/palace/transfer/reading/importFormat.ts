import { stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readGuarded } from '../../../base/files/guardedFile.ts';
import type { memoryFormats } from '../../contract/filing/transferSchemas.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { exportNames, readHeader, readManifest, type Manifest } from '../record/exportFormat.ts';
import { isSqlite } from './foreignDatabase.ts';
import { importLines, unreadableFile } from '../record/importLines.ts';
import { mempalaceFile } from './mempalaceReader.ts';
import { synapticFile } from './synapticReader.ts';

export type ImportFormat = 'auto' | (typeof memoryFormats)[number];

/** What to read, and in which format. */
export type ImportOrigin =
  | { readonly format: 'mempalace'; readonly file: string }
  | { readonly format: 'synaptic'; readonly file: string }
  | { readonly format: 'drawers'; readonly file: string }
  /** `folder` is null for a single file outside an export's folder. */
  | {
      readonly format: 'jsonl';
      readonly file: string;
      readonly folder: string | null;
      readonly manifest: Manifest | null;
    }
  | {
      readonly format: 'markdown';
      readonly tree: string;
      readonly folder: string;
      readonly manifest: Manifest | null;
    };

/**
 * Detects what a file or folder contains: by its content if `format` is `auto`, else in that format. Throws
 * `E_IMPORT_FORMAT` if there is nothing of that format, and as {@link findOrigin}.
 */
export const importOrigin = async (given: string, format: ImportFormat): Promise<ImportOrigin> => {
  const origin = await findOrigin(given, format);
  if (origin !== undefined) return origin;
  const text =
    format === 'auto'
      ? errorText`${given} holds nothing that can be imported.`
      : errorText`${given} holds nothing of the format ${format}.`;
  throw new PalaceError('E_IMPORT_FORMAT', text, {
    remedy: errorText`Give a MemPalace palace, Synaptic's ${synapticFile}, an exported folder, or a JSONL file of drawers.`,
  });
};

/**
 * As {@link importOrigin}; undefined if there is nothing of that format. Throws `E_IMPORT_FORMAT` for what can't be read and
 * for an export of a later version.
 */
export const findOrigin = async (given: string, format: ImportFormat): Promise<ImportOrigin | undefined> => {
  const target = path.basename(given) === exportNames.manifest ? path.dirname(given) : given;
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      throw unreadableFile(error, target);
    },
  );
  return isFolder ? inFolder(target, format) : inFile(target, format);
};

/** Bytes; a manifest names a few files and counts. */
const mostManifestBytes = 16 << 20;

const manifestText = async (file: string): Promise<string> => {
  try {
    return (await readGuarded(file, { mostBytes: mostManifestBytes })).toString('utf8');
  } catch (error) {
    throw unreadableFile(error, file);
  }
};

const inFolder = async (folder: string, format: ImportFormat): Promise<ImportOrigin | undefined> => {
  const asked = (...formats: readonly ImportFormat[]): boolean => format === 'auto' || formats.includes(format);
  const manifestFile = path.join(folder, exportNames.manifest);
  const manifest = existsSync(manifestFile)
    ? (readManifest(await manifestText(manifestFile), manifestFile) ?? null)
    : null;
  const drawers = path.join(folder, exportNames.drawers);
  if (asked('jsonl') && existsSync(drawers) && manifest?.layout !== 'markdown')
    return { format: 'jsonl', file: drawers, folder, manifest };
  if (asked('jsonl') && manifest?.layout === 'jsonl')
    throw new PalaceError(
      'E_IMPORT_FORMAT',
      errorText`The export in ${folder} is incomplete: ${exportNames.drawers} is not there.`,
      { remedy: 'Export again, or copy the whole folder of the export.' },
    );
  const tree = path.join(folder, exportNames.tree);
  if (asked('markdown') && (manifest?.layout === 'markdown' || format === 'markdown'))
    return { format: 'markdown', tree: existsSync(tree) ? tree : folder, folder, manifest };
  // MemPalace keeps its palace in a folder of that name below its own.
  const chroma = [folder, path.join(folder, 'palace')]
    .map((place) => path.join(place, mempalaceFile))
    .find((file) => existsSync(file));
  if (asked('mempalace') && chroma !== undefined) return { format: 'mempalace', file: chroma };
  const synaptic = path.join(folder, synapticFile);
  if (asked('synaptic') && existsSync(synaptic)) return { format: 'synaptic', file: synaptic };
  if (manifest === null && existsSync(manifestFile) && isOfExport(folder))
    throw new PalaceError(
      'E_IMPORT_FORMAT',
      errorText`${manifestFile} is damaged, so the rest of the export can’t be read.`,
      {
        remedy: 'Export again, or copy the whole folder of the export.',
      },
    );
  return undefined;
};

/** Whether the folder has other files of an export than its manifest, which other programs may name theirs, too. */
const isOfExport = (folder: string): boolean =>
  Object.values(exportNames).some((name) => name !== exportNames.manifest && existsSync(path.join(folder, name)));

const inFile = async (file: string, format: ImportFormat): Promise<ImportOrigin | undefined> => {
  if (format === 'markdown') return undefined;
  if (format !== 'auto') return format === 'jsonl' ? singleFile(file) : { format, file };
  if (
    await isSqlite(file).catch((error: unknown) => {
      throw unreadableFile(error, file);
    })
  ) {
    // Both programs use fixed file names. For a renamed file, the format has to be given.
    return { format: path.basename(file) === mempalaceFile ? 'mempalace' : 'synaptic', file };
  }
  for await (const line of importLines(file)) {
    if ('text' in line && readHeader(line.text, file) === 'drawers') return singleFile(file);
    break;
  }
  return /\.(?:jsonl|ndjson|json|txt)$/i.test(file) ? { format: 'drawers', file } : undefined;
};

/** The drawer file of an export's folder is imported together with the other files there. */
const singleFile = async (file: string): Promise<ImportOrigin> => {
  const folder = path.dirname(file);
  return path.basename(file) === exportNames.drawers && existsSync(path.join(folder, exportNames.manifest))
    ? inFolder(folder, 'jsonl').then((origin) => origin ?? { format: 'jsonl', file, folder: null, manifest: null })
    : { format: 'jsonl', file, folder: null, manifest: null };
};
