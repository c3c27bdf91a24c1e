import { constants, rmSync, writeFileSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { renameFile, renameFileSync } from './renameFile.ts';

// On Windows, opening a name does not follow links.
const noLink = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const anew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink;

/**
 * Replaces a file atomically with one that only this user can read: readers see either the old bytes or the new
 * ones. The new file is written beside it, as `<file>.new`; whatever has that name, such as a link, is removed
 * and not followed. With `durably` the bytes are on the disk before the rename. Throws the errors of `node:fs`;
 * the old file then stays.
 */
export const replaceFile = async (
  file: string,
  chunks: Iterable<string | Uint8Array>,
  { durably = false }: { readonly durably?: boolean } = {},
): Promise<void> => {
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  let handle: FileHandle | undefined;
  try {
    handle = await open(temporary, anew, 0o600);
    for (const chunk of chunks) if (chunk.length > 0) await handle.writeFile(chunk);
    if (durably) await handle.sync();
    await handle.close();
    await renameFile(temporary, file);
  } catch (thrown) {
    await handle?.close().catch(() => undefined);
    if (handle !== undefined) await rm(temporary, { force: true }).catch(() => undefined);
    throw thrown;
  }
};

/**
 * Replaces a file at once, for code that can't wait: readers see either the old text or the new one. The new file is written beside
 * it, under a name of this process. Throws the errors of `node:fs`; the old file then stays, and the new one goes.
 */
export const replaceFileSync = (file: string, text: string, mode?: number): void => {
  const fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { mode });
    renameFileSync(fresh, file);
  } catch (thrown) {
    rmSync(fresh, { force: true });
    throw thrown;
  }
};
