import { readdir } from 'node:fs/promises';
import { isInside } from '../../base/files/pathInside.ts';
import { unreadableFolder } from '../../palace/model/errors/unreadableFolder.ts';
import type { WorkspaceView } from './windowPalace.ts';

/**
 * Rejects with E_FOLDER_UNREADABLE if none of the workspace's folders can be read, or not the one around the palace's, which
 * would be made anew. Asked before a palace is made for what is in them.
 */
export const demandFolders = async (folders: WorkspaceView['folders'], palace: string): Promise<void> => {
  const read = await Promise.allSettled(folders.map(({ path }) => readdir(path)));
  for (const [index, { path }] of folders.entries()) {
    const outcome = read[index];
    if (outcome?.status !== 'rejected') continue;
    if (isInside(palace, path) || read.every(({ status }) => status === 'rejected'))
      throw unreadableFolder(path, outcome.reason);
  }
};
