import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { MineRequest } from '../../palace/contract/filing/intakeSchemas.ts';
import { demandFolders } from '../palace/demandFolders.ts';
import { gitignorePalace } from '../palace/gitignorePalace.ts';
import type { WindowPalace, WorkspaceView } from '../palace/windowPalace.ts';

interface MineRequestInput {
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
  await demandFolders(workspace.folders);
  const own = place.inWorkspace === null ? [] : [`/${place.inWorkspace}/`];
  await gitignorePalace(place);
  return {
    folders: workspace.folders.map(({ path: folder, name }) => ({ path: folder, name })),
    exclude: [...exclude, ...own],
    wait_for_embeddings: false,
  };
};
