import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { renameFile } from './renameFile.ts';

// Windows has no links that a name follows by itself.
const noLink = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const anew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink;

/**
 * Replaces a file atomically with one that only this user can read: whoever looks finds the old bytes or the new ones. It is
 * written beside it, as `<file>.new`; what lies under that name, a link for instance, is removed and not followed. With `durably`
 * the bytes are on the disk before the name is. Throws the errors of `node:fs`; the old file then stays.
 */
export const replaceFile = async (
  file: string,
  chunks: Iterable<string | Uint8Array>,
  durably = false,
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
