import { constants } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import { renameFile } from '../../base/files/renameFile.ts';

/**
 * The files of the database. The log comes last: what a writer moved into the database meanwhile stays in its log until that
 * writer’s next commit.
 */
export const databaseFiles = ['palace.sqlite', 'palace.sqlite-journal', 'palace.sqlite-wal'];

/**
 * Gives the palace new files with the same content, so that a process that still has the old ones open can no
 * longer write to it. The caller must have removed that process's lock file, without which it begins no commit.
 * Throws errors of the disk.
 */
export const detachFiles = async (folder: string): Promise<void> => {
  const copied: string[] = [];
  for (const name of databaseFiles) {
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
