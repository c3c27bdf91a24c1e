import { readdirSync } from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../../base/files/errno.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';
import { withPalace, type PalaceUse } from './openPalace.ts';
import { copyToRepairFrom } from '../../service/copyToRepairFrom.ts';
import { wrongPath } from '../../service/ownership/wrongPath.ts';
import {
  hasPalace,
  locatePalaceOfSession,
  palaceFolderOf,
  type PalaceLocation,
} from '../../service/palaceLocation.ts';
import { palaceLocation } from './palaceLocation.ts';

/** The location of an existing palace: a command that only reads must not create one. Throws E_PALACE_NOT_FOUND. */
export const existingPalace = (options: GlobalOptions): PalaceLocation => {
  const location = palaceLocation(options, '.');
  if (!hasPalace(location.folder)) throw noPalace(location);
  return location;
};

/** The error of a command that needs a palace when there is none, or none that can be seen. */
export const noPalace = ({ workspace, folder }: PalaceLocation): PalaceError => {
  let copy: string | undefined;
  try {
    copy = copyToRepairFrom(folder);
  } catch (thrown) {
    return (
      wrongPath(folder) ??
      new PalaceError('E_FOLDER_UNREADABLE', `The palace folder ${folder} can't be read: ${reasonOf(thrown)}.`, {
        cause: thrown,
      })
    );
  }
  return copy === undefined
    ? new PalaceError('E_PALACE_NOT_FOUND', `${workspace} has no palace yet (looked in ${folder}).`, {
        remedy: `Run “synapse-palace mine” there first${otherPalaces(workspace, folder)}`,
      })
    : new PalaceError('E_PALACE_DAMAGED', `The palace’s file in ${folder} is gone, but ${copy} is there.`, {
        remedy: 'Run “synapse-palace repair” to make the palace from it (--dry-run tells what that would save).',
      });
};

/**
 * The end of that advice, where another palace may be meant: in a linked worktree that of the main working tree, which agents'
 * sessions use, too; elsewhere that of the folder's earlier path.
 */
const otherPalaces = (workspace: string, folder: string): string => {
  if (folder !== palaceFolderOf(workspace)) return '.';
  const { folder: main } = locatePalaceOfSession(undefined, workspace);
  if (main !== folder) return `, or add --palace "${main}" for that of its main working tree.`;
  return othersBeside(folder)
    ? `. If the folder was renamed or moved, its palace is still in ${path.dirname(folder)}, under the earlier name: name it with --palace.`
    : '.';
};

/** Whether other workspaces have palaces beside it. */
const othersBeside = (folder: string): boolean => {
  try {
    return readdirSync(path.dirname(folder)).some((name) => hasPalace(path.join(path.dirname(folder), name)));
  } catch {
    return false;
  }
};

/** Opens the palace that the options name, runs `work` on it and always closes it. Throws E_PALACE_NOT_FOUND. */
export const withExistingPalace = async <T>(
  options: GlobalOptions,
  work: (api: PalaceApi, location: PalaceLocation) => Promise<T>,
  use: PalaceUse = {},
): Promise<T> => {
  const location = existingPalace(options);
  return withPalace(location, (api) => work(api, location), use);
};
