import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { reasonOf } from '../../base/files/errno.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';

/** Throws E_FOLDER_UNREADABLE unless the folder can be read: asked before a palace is made for what is in it. */
export const demandFolder = (folder: string): void => {
  try {
    readdirSync(folder);
  } catch (thrown) {
    throw new PalaceError('E_FOLDER_UNREADABLE', `The folder ${folder} can't be read: ${reasonOf(thrown)}.`, {
      cause: thrown,
    });
  }
};

/** What is wrong with a file or folder that is to be imported; undefined if it can be read. */
export const unreadablePlace = (place: string): PalaceError | undefined => {
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
