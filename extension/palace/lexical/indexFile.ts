import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diskFull, isErrno } from '../../base/errno.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';

const diskError = (what: string, path: string, thrown: unknown): PalaceError => {
  const isFull = isErrno(thrown, ...diskFull);
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new PalaceError(
    isFull ? 'E_DISK_FULL' : 'E_DISK_ERROR',
    errorText`The word index ${path} could not be ${what}: ${reason}`,
    { cause: thrown },
  );
};

/** Makes a rename durable. Windows can't open folders and doesn't need this. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Replaces the file atomically: after a crash it holds either the old bytes or the new ones. Only one process may write it
 * at a time. Throws E_DISK_FULL and E_DISK_ERROR; the old file then stays.
 */
export const writeIndexFile = async (path: string, chunks: readonly Uint8Array[]): Promise<void> => {
  const temporary = `${path}.new`;
  try {
    const handle = await open(temporary, 'w', 0o600);
    try {
      for (const chunk of chunks) if (chunk.length > 0) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw diskError('written', path, thrown);
  }
};

/** The file's bytes, or undefined if there is no file. Throws E_DISK_ERROR. */
export const readIndexFile = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT')) return undefined;
    throw diskError('read', path, thrown);
  }
};
