import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../base/text/messageOf.ts';
import { diskFull, isErrno } from '../../base/files/errno.ts';
import { readGuarded, RefusedFile } from '../../base/files/guardedFile.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';
import { errorText, type ErrorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';

const diskError = (text: ErrorText, thrown: unknown): PalaceError =>
  new PalaceError(isErrno(thrown, ...diskFull) ? 'E_DISK_FULL' : 'E_DISK_ERROR', text, { cause: thrown });

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
  try {
    await replaceFile(path, chunks, { durably: true });
    await syncFolder(dirname(path));
  } catch (thrown) {
    throw diskError(errorText`The word index ${path} could not be written: ${messageOf(thrown)}`, thrown);
  }
};

/** Bytes that an index may have beyond twice its palace's size. */
const sparedBytes = 64 << 20;

/**
 * The file's bytes, or undefined if there is none, one that only another user may read, or something that can't be an
 * index of this palace (a FIFO, a folder, a file many times its size): it is then rebuilt. Throws E_DISK_ERROR.
 * @param palaceFile the database that is indexed
 * @param read reads a file; tests pass another
 */
export const readIndexFile = async (
  path: string,
  palaceFile: string,
  read: typeof readGuarded = readGuarded,
): Promise<Buffer | undefined> => {
  const palaceBytes = await stat(palaceFile).then(
    ({ size }) => size,
    () => 0,
  );
  try {
    return await read(path, { mostBytes: 2 * palaceBytes + sparedBytes, mayBeLink: false });
  } catch (thrown) {
    if (thrown instanceof RefusedFile || isErrno(thrown, 'ENOENT', 'ELOOP', 'EACCES', 'EPERM')) return undefined;
    throw diskError(errorText`The word index ${path} could not be read: ${messageOf(thrown)}`, thrown);
  }
};
