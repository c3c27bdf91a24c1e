import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../base/files/pathInside.ts';
import { UnreadableDocument } from '../../filing/documents/extractedText.ts';
import { unpackZip } from '../../filing/documents/unpackZip.ts';
import { isZip } from '../../filing/documents/zipArchive.ts';
import type { FileAccess } from '../fileAccess.ts';

const wanted = /\.(?:jsonl?|md|markdown|txt)$/i;

/** The unpacked files that replace the archives among the files of an import. */
interface UnpackedExports {
  /** Absolute: a folder for each archive, everything else as it was named. */
  readonly paths: readonly string[];
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
  /** An unpacked file's name for a person and as a source: its path in the archive, below the archive's own. */
  readonly nameOf: (file: string) => string;
  /** Removes what was unpacked. */
  readonly remove: () => Promise<void>;
}

/**
 * Unpacks the texts of the files that are ZIP archives into `scratch`, a folder that it creates and empties. The
 * unpacked files get the archive's date, so that reading the archive again finds them unchanged. Rejects with the
 * errors of writing to the disk.
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
  // A killed import leaves its files behind.
  await remove();
  for (const [index, file] of files.entries()) {
    if (!(await isArchive(access, file))) {
      paths.push(file);
      continue;
    }
    const folder = path.join(scratch, String(index));
    try {
      await unpackZip(file, folder, { wanted: (name) => wanted.test(name), between });
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
  // Missing files are reported with all the others.
  return access.readStart(file, 4).then(isZip, () => false);
};
