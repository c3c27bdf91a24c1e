import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import { openGuarded } from '../../../base/files/guardedFile.ts';
import { UnreadableDocument, type DocumentProblem } from '../../filing/documents/extractedText.ts';
import { exportLimits, unpackZip } from '../../filing/documents/unpackZip.ts';
import { isZip, openZip } from '../../filing/documents/zipArchive.ts';
import { errorText, type ErrorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { exportNames, readManifest, type Layout } from '../record/exportFormat.ts';

/** An exported palace in a ZIP archive. */
interface ZippedPalace {
  /** The prefix of its files' names: nothing, or a folder's name with `/`. */
  readonly root: string;
  readonly layout: Layout;
}

const sliceMs = 8;
/** Bytes; a manifest names a few counts. */
const mostManifestBytes = 64 << 10;

/**
 * The exported palace that a ZIP archive holds, at its top or in the folder that was packed; null for any other file. Throws
 * `E_IMPORT_FORMAT` if a later version wrote it.
 */
export const zippedPalace = async (file: string): Promise<ZippedPalace | null> => {
  if (!/\.zip$/i.test(file) || !(await beginsAsZip(file))) return null;
  try {
    const zip = await openZip(file, { ...exportLimits, unpackedBytes: mostManifestBytes });
    try {
      const place = zip.names.find((name) => manifestName.test(name));
      if (place === undefined) return null;
      const pieces: Uint8Array[] = [];
      for await (const piece of zip.pieces(place)) pieces.push(piece);
      const manifest = readManifest(Buffer.concat(pieces).toString('utf8'), file);
      const root = place.slice(0, -exportNames.manifest.length);
      return manifest === undefined ? null : { root, layout: manifest.layout };
    } finally {
      zip.close();
    }
  } catch (thrown) {
    // The import in another format reports a damaged archive.
    if (thrown instanceof UnreadableDocument) return null;
    throw thrown;
  }
};

const manifestName = /^(?:[^/]+\/)?palace\.json$/;

/** The import in another format reports an unreadable file. */
const beginsAsZip = async (file: string): Promise<boolean> => {
  const opened = await openGuarded(file, { mostBytes: Infinity }).catch(() => null);
  if (opened === null) return false;
  try {
    return isZip((await opened.read(Buffer.alloc(4), 0, 4, 0)).buffer);
  } finally {
    await opened.close();
  }
};

/**
 * Unpacks an exported palace into `scratch`, which it creates and empties; returns the folder of the export. The
 * files get the archive's date, so that an interrupted import is recognised. Throws `E_IMPORT_FORMAT` if the
 * archive is damaged.
 */
export const unpackPalace = async (
  file: string,
  { root, layout }: ZippedPalace,
  scratch: string,
): Promise<string> => {
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  try {
    await unpackZip(file, scratch, {
      wanted: (name) => name.startsWith(root) && /\.(?:jsonl?|md)$/.test(name),
      between: yieldToEventLoopEvery(sliceMs),
    });
  } catch (thrown) {
    if (!(thrown instanceof UnreadableDocument)) throw thrown;
    throw new PalaceError('E_IMPORT_FORMAT', notUnpacked(file, thrown.problem), {
      remedy: 'Export the palace again, or give the folder of the export.',
    });
  }
  const folder = path.join(scratch, root);
  const { atime, mtime } = await stat(file);
  if (layout === 'markdown')
    await utimes(path.join(folder, exportNames.tree), atime, mtime).catch(() => undefined);
  return folder;
};

const notUnpacked = (file: string, problem: DocumentProblem): ErrorText => {
  switch (problem) {
    case 'damaged':
    case 'no_text':
      return errorText`${file} can't be unpacked: it is damaged.`;
    case 'encrypted':
      return errorText`${file} can't be unpacked: it is encrypted.`;
    case 'too_complex':
      return errorText`${file} can't be unpacked: it holds too much.`;
  }
};
