import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { unreadableFolder } from '../../palace/model/errors/unreadableFolder.ts';
import { palaceFolderOf, type PalaceLocation } from '../../service/palaceLocation.ts';

/**
 * Why there is no palace at a site: a workspace that has none yet, a folder that somebody chose and that is gone or empty
 * (E_PALACE_NOT_FOUND), or one that can't be read (E_FOLDER_UNREADABLE).
 */
export const noMemory = ({ workspace, folder }: PalaceLocation): PalaceError => {
  try {
    statSync(path.join(folder, 'palace.sqlite'));
  } catch (thrown) {
    if (!isErrno(thrown, 'ENOENT')) return unreadableFolder(folder, thrown);
  }
  if (folder === palaceFolderOf(workspace))
    return new PalaceError('E_PALACE_NOT_FOUND', `There is no memory of ${path.basename(workspace)} yet.`, {
      remedy: 'Ask the user to run “synapse-palace mine” in that folder, or save a note, which creates one.',
    });
  return existsSync(folder)
    ? new PalaceError('E_PALACE_NOT_FOUND', `There is no palace yet in ${folder}, the folder chosen for it.`, {
        remedy: `Ask the user to run “synapse-palace mine --palace ${folder}”, or save a note, which creates one.`,
      })
    : new PalaceError('E_PALACE_NOT_FOUND', `The folder chosen for the palace does not exist: ${folder}.`, {
        remedy:
          'It may have been moved or deleted: then ask the user to correct --palace or SYNAPSE_PALACE_HOME. Else ask them to run “synapse-palace mine”, or save a note, which creates a palace there.',
      });
};
