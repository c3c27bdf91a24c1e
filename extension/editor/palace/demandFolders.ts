import { readdir } from 'node:fs/promises';
import { unreadableFolder } from '../../palace/model/errors/unreadableFolder.ts';
import type { WorkspaceView } from './windowPalace.ts';

/**
 * Rejects with E_FOLDER_UNREADABLE if none of the workspace's folders can be read. Asked before a palace is made for what is in
 * them.
 */
export const demandFolders = async (folders: WorkspaceView['folders']): Promise<void> => {
  const read = await Promise.allSettled(folders.map(({ path }) => readdir(path)));
  const [first, [folder]] = [read[0], folders];
  if (folder !== undefined && first?.status === 'rejected' && read.every(({ status }) => status === 'rejected'))
    throw unreadableFolder(folder.path, first.reason);
};
