import { readdir } from 'node:fs/promises';
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
  // First, as a palace inside the workspace would make a folder that has gone anew.
  await Promise.all(workspace.folders.map(demandFolder));
  const own = place.inWorkspace === null ? [] : [`/${place.inWorkspace}/`];
  await gitignorePalace(place);
  return {
    folders: workspace.folders.map(({ path: folder, name }) => ({ path: folder, name })),
    exclude: [...exclude, ...own],
    wait_for_embeddings: false,
  };
};

/** Asked before a palace is made for what is in it. */
const demandFolder = ({ path }: { readonly path: string }): Promise<unknown> =>
  readdir(path).catch((thrown: unknown) => {
    throw unreadableFolder(path, thrown);
  });
