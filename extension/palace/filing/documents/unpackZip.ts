import { createWriteStream } from 'node:fs';
import { mkdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openZip, type ZipLimits } from './zipArchive.ts';

/** A long account's export without its pictures, which are not unpacked. */
export const exportLimits: ZipLimits = { entries: 500_000, unpackedBytes: 4 * 2 ** 30 };

/**
 * Unpacks the wanted entries of an archive into a folder, which it creates. The files get the archive's date, so
 * that reading the archive again finds them unchanged. `between`: called before each entry. Errors: those of
 * `openZip` and of writing to the disk.
 */
export const unpackZip = async (
  archive: string,
  folder: string,
  { wanted, between }: { readonly wanted: (name: string) => boolean; readonly between: () => Promise<void> },
): Promise<void> => {
  const { atime, mtime } = await stat(archive);
  await mkdir(folder, { recursive: true });
  const zip = await openZip(archive, exportLimits);
  try {
    for (const name of zip.names) {
      if (!wanted(name)) continue;
      await between();
      // Windows allows fewer characters in names than archives do.
      const file = path.join(folder, ...name.split('/').map((part) => part.replace(/[<>:"|?*\\]/g, '_')));
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(zip.pieces(name), createWriteStream(file));
      await utimes(file, atime, mtime);
    }
  } finally {
    zip.close();
  }
};
