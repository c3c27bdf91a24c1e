import path from 'node:path';
import { palaceFolderOf, workspaceAround } from '../../service/palaceLocation.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';

export interface PalaceLocation {
  readonly workspace: string;
  readonly folder: string;
}

/**
 * Where the palace is: `--palace`, else SYNAPSE_PALACE_HOME, else the palace of the workspace around `folder`. With `exactly`,
 * `folder` itself is the workspace.
 */
export const palaceLocation = (options: GlobalOptions, folder: string, exactly = false): PalaceLocation => {
  const workspace = exactly ? path.resolve(folder) : workspaceAround(folder);
  const chosen = options.palace ?? process.env['SYNAPSE_PALACE_HOME'];
  return {
    workspace,
    folder: chosen === undefined || chosen === '' ? palaceFolderOf(workspace) : path.resolve(chosen),
  };
};
