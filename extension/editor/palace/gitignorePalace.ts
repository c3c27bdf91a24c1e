import { access } from 'node:fs/promises';
import { unreadableFolder } from '../../palace/model/errors/unreadableFolder.ts';
import { writePalaceGitignore } from '../../service/palaceGitignore.ts';
import type { WindowPalace } from './windowPalace.ts';

/**
 * A palace inside the workspace gets its own `.gitignore` before anything is written to it. One that is there stays as it is.
 * Rejects with E_FOLDER_UNREADABLE if the workspace's folder around it is gone: that would be made anew;
 * with E_PALACE_READ_ONLY or E_DISK_FULL if nothing can be made there.
 */
export const gitignorePalace = async (place: WindowPalace): Promise<void> => {
  if (place.kind !== 'place' || place.inWorkspace === null) return;
  const around = place.folder.slice(0, -place.inWorkspace.length - 1);
  await access(around).catch((thrown: unknown) => {
    throw unreadableFolder(around, thrown);
  });
  await writePalaceGitignore(place.folder);
};
