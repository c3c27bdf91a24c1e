import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isErrno, reasonOf } from '../../base/files/errno.ts';
import { unreadableFolder } from '../../palace/model/errors/unreadableFolder.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { hasPalace, palaceFolderOf } from '../../service/palaceLocation.ts';

/** Throws E_FOLDER_UNREADABLE unless the folder can be read: asked before a palace is made for what is in it. */
export const demandFolder = (folder: string): void => {
  try {
    readdirSync(folder);
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT')) throw goneFolder(folder, thrown);
    throw isErrno(thrown, 'ENOTDIR')
      ? new PalaceError('E_FOLDER_UNREADABLE', `${folder} is not a folder.`, {
          remedy: 'Name a folder.',
          cause: thrown,
        })
      : unreadableFolder(folder, thrown);
  }
};

/** A palace is found by its workspace's path, so a renamed workspace has none at its new one. */
const goneFolder = (folder: string, cause: unknown): PalaceError => {
  const palace = palaceFolderOf(folder);
  return new PalaceError('E_FOLDER_UNREADABLE', `There is no folder ${folder}.`, {
    cause,
    remedy: hasPalace(palace)
      ? `If it was renamed or moved, its palace is still ${palace}: go on with “synapse-palace --palace ${palace} mine” and the folder’s new name.`
      : 'Check its name.',
  });
};

/** What is wrong with a file or folder that is to be imported; undefined if it can be read. */
export const unreadablePlace = (place: string): PalaceError | undefined => {
  const folder = path.basename(place) === 'palace.sqlite' ? path.dirname(place) : place;
  if (hasPalace(folder))
    return new PalaceError('E_IMPORT_FORMAT', `${place} is a palace, not an export of one.`, {
      remedy: `Export it, and import what was written: synapse-palace --palace "${folder}" export DIR.`,
    });
  try {
    if (statSync(place).isDirectory()) readdirSync(place);
    else accessSync(place, constants.R_OK);
    return undefined;
  } catch (thrown) {
    return new PalaceError('E_IMPORT_FORMAT', `${place} can't be read: ${reasonOf(thrown)}.`, {
      cause: thrown,
      remedy: 'Check that it exists and that you may read it.',
    });
  }
};
