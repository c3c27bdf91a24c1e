import { constants } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from '../../base/errno.ts';
import { renameFile } from '../../base/renameFile.ts';

/** The log last: what a writer carried into the database meanwhile is in its log until that writer's next commit. */
const files = ['palace.sqlite', 'palace.sqlite-journal', 'palace.sqlite-wal'];

/**
 * Gives the palace new files of the same content, so that a process which still has the old ones open can't write to
 * it any more. The caller must have removed that process's lock file, without which it begins no commit. Throws errors of the disk.
 */
export const detachFiles = async (folder: string): Promise<void> => {
  const copied: string[] = [];
  for (const name of files) {
    const file = path.join(folder, name);
    try {
      await rm(`${file}.new`, { force: true });
      await copyFile(file, `${file}.new`, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) continue;
      throw error;
    }
    const copy = await open(`${file}.new`, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
    copied.push(file);
  }
  for (const file of copied) await renameFile(`${file}.new`, file);
};
