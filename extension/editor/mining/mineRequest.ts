import { readdir } from 'node:fs/promises';
import { isInside } from '../../base/files/pathInside.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { MineRequest } from '../../palace/contract/filing/intakeSchemas.ts';
import { unreadableFolder } from '../../palace/model/errors/unreadableFolder.ts';
import { gitignorePalace } from '../palace/gitignorePalace.ts';
import type { WindowPalace, WorkspaceView } from '../palace/windowPalace.ts';

export interface MineRequestInput {
  readonly workspace: WorkspaceView;
  readonly place: WindowPalace;
  /** Gitignore patterns: the editor's own excludes, then this extension's. */
  readonly exclude: readonly string[];
}

/**
 * What to mine. Rejects with `PalaceError` if nothing may be mined. A palace inside the workspace gets a
 * `.gitignore` of its own and is left out of the mining.
 */
export const mineRequest = async ({ workspace, place, exclude }: MineRequestInput): Promise<MineRequest> => {
  if (place.kind === 'nowhere' || workspace.folders.length === 0)
    throw new PalaceError('E_FOLDER_UNREADABLE', 'No folder of this machine is open.', {
      remedy: 'Open a folder, then mine it.',
    });
  if (!workspace.trusted)
    throw new PalaceError('E_FOLDER_UNREADABLE', 'This workspace is not trusted, so its files are not read.', {
      remedy: 'Trust the workspace, then mine it.',
    });
  await demandFolders(workspace.folders, place.folder);
  const own = place.inWorkspace === null ? [] : [`/${place.inWorkspace}/`];
  await gitignorePalace(place);
  return {
    folders: workspace.folders.map(({ path: folder, name }) => ({ path: folder, name })),
    exclude: [...exclude, ...own],
    wait_for_embeddings: false,
  };
};

/**
 * Asked before a palace is made for what is in the folders. One of several may be missing, but not the one around the palace,
 * which would be made anew.
 */
const demandFolders = async (folders: WorkspaceView['folders'], palace: string): Promise<void> => {
  const read = await Promise.allSettled(folders.map(({ path }) => readdir(path)));
  for (const [index, { path }] of folders.entries()) {
    const outcome = read[index];
    if (outcome?.status !== 'rejected') continue;
    if (isInside(palace, path) || read.every(({ status }) => status === 'rejected'))
      throw unreadableFolder(path, outcome.reason);
  }
};
