import { access, constants, lstat, realpath, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { databaseFiles } from './detachFiles.ts';
import { noteFile } from './ownerNote.ts';

/**
 * Throws E_NOT_ALLOWED if the folder is another user's, who could put anything there, or if the palace's file is a link: its real
 * folder has a lock of its own. Throws E_DISK_ERROR if a folder has the name of one of the palace's files.
 */
export const demandOwnFiles = async (folder: string): Promise<void> => {
  const file = path.join(folder, 'palace.sqlite');
  if ((await lstatOrNone(file))?.isSymbolicLink() === true)
    throw new PalaceError('E_NOT_ALLOWED', errorText`${file} is a link to another palace's file.`, {
      remedy: errorText`Open that palace where it is: ${await realpath(file).catch(() => file)}`,
    });
  for (const name of [...databaseFiles, noteFile]) await demandNoFolder(path.join(folder, name));
  const user = process.geteuid?.();
  if (user === undefined || (await stat(folder)).uid === user) return;
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isWritable)
    throw new PalaceError('E_NOT_ALLOWED', errorText`The palace folder ${folder} belongs to another user.`);
};

const demandNoFolder = async (file: string): Promise<void> => {
  if ((await lstatOrNone(file))?.isDirectory() === true)
    throw new PalaceError(
      'E_DISK_ERROR',
      errorText`${file} is a folder, and the palace needs a file of this name.`,
      {
        remedy: 'Move that folder away or give it another name, then try again.',
      },
    );
};

/** The stat of a name, links not followed; undefined if there is nothing. */
export const lstatOrNone = (file: string): Promise<Stats | undefined> => lstat(file).catch(() => undefined);
