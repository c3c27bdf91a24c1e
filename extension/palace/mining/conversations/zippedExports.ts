import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isInside } from '../../../base/pathInside.ts';
import { UnreadableDocument } from '../../filing/documents/extractedText.ts';
import { isZip, openZip, type ZipLimits } from '../../filing/documents/zipArchive.ts';
import type { FileAccess } from '../fileAccess.ts';

/** A long account's export without its pictures, which are not unpacked. */
const exportLimits: ZipLimits = { entries: 500_000, unpackedBytes: 4 * 2 ** 30 };
const wanted = /\.(?:jsonl?|md|markdown|txt)$/i;

/** What takes the place of the archives among the files of an import. */
export interface UnpackedExports {
  /** Absolute: a folder for each archive, everything else as it was named. */
  readonly paths: readonly string[];
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
  /** An unpacked file's name for a person and as a source: its path in the archive, below the archive's own. */
  readonly nameOf: (file: string) => string;
  /** Removes what was unpacked. */
  readonly remove: () => Promise<void>;
}

/**
 * Unpacks the texts of those files that are ZIP archives into `scratch`, a folder that is made and emptied. They bear the archive's
 * date, so that reading it again finds them unchanged. Rejects with the errors of writing to the disk.
 */
export const unpackExports = async (
  access: FileAccess,
  files: readonly string[],
  scratch: string,
  between: () => Promise<void>,
): Promise<UnpackedExports> => {
  const archives: { readonly folder: string; readonly archive: string }[] = [];
  const problems: { file: string; reason: string }[] = [];
  const paths: string[] = [];
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  // An import that was killed has left its own.
  await remove();
  for (const [index, file] of files.entries()) {
    if (!(await isArchive(access, file))) {
      paths.push(file);
      continue;
    }
    const folder = path.join(scratch, String(index));
    try {
      await unpack(file, folder, between);
      archives.push({ folder, archive: file });
      paths.push(folder);
    } catch (thrown) {
      if (!(thrown instanceof UnreadableDocument)) {
        await remove();
        throw thrown;
      }
      problems.push({ file, reason: thrown.problem });
    }
  }
  const nameOf = (file: string): string => {
    const from = archives.find(({ folder }) => isInside(file, folder));
    return from === undefined ? file : path.join(from.archive, path.relative(from.folder, file));
  };
  return { paths, problems, nameOf, remove };
};

const isArchive = async (access: FileAccess, file: string): Promise<boolean> => {
  if (!/\.zip$/i.test(file)) return false;
  // What is not there is told with all other files.
  return access.readStart(file, 4).then(isZip, () => false);
};

const unpack = async (archive: string, folder: string, between: () => Promise<void>): Promise<void> => {
  const { atime, mtime } = await stat(archive);
  await mkdir(folder, { recursive: true });
  const zip = await openZip(archive, exportLimits);
  try {
    for (const name of zip.names) {
      if (!wanted.test(name)) continue;
      await between();
      // Windows allows fewer characters in a name than an archive does.
      const file = path.join(folder, ...name.split('/').map((part) => part.replace(/[<>:"|?*\\]/g, '_')));
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(zip.pieces(name), createWriteStream(file));
      await utimes(file, atime, mtime);
    }
  } finally {
    zip.close();
  }
};
