import path from 'node:path';
import { palaceFolderOf, workspaceAround } from '../../service/palaceLocation.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';

export interface PalaceLocation {
  readonly workspace: string;
  readonly folder: string;
}

/** Where the palace lies: `--palace`, else SYNAPSE_PALACE_HOME, else that of the workspace around `folder`. */
export const palaceLocation = (options: GlobalOptions, folder: string, exactly = false): PalaceLocation => {
  const workspace = exactly ? path.resolve(folder) : workspaceAround(folder);
  const chosen = options.palace ?? process.env['SYNAPSE_PALACE_HOME'];
  return {
    workspace,
    folder: chosen === undefined || chosen === '' ? palaceFolderOf(workspace) : path.resolve(chosen),
  };
};
