import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from '../base/files/errno.ts';
import { makeFolder } from '../base/files/makeFolder.ts';
import { isInside } from '../base/files/pathInside.ts';
import { unwritablePalace } from '../palace/model/errors/unwritablePalace.ts';
import type { PalaceLocation } from './palaceLocation.ts';

/** Keeps a palace's folder out of the repository around it. Rules that are there stay as they are. Throws {@link unwritablePalace}. */
export const writePalaceGitignore = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder, 0o700);
    await writeFile(path.join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (thrown) {
    if (!isErrno(thrown, 'EEXIST')) throw unwritablePalace(folder, thrown);
  }
};

/**
 * Does that for a palace that is about to be made inside its workspace. A folder that holds anything stays as it is: it may be
 * the workspace's own, or that of a palace already.
 */
export const gitignoreNewPalace = async ({ workspace, folder }: PalaceLocation): Promise<void> => {
  if (!isInside(folder, workspace) || isInside(workspace, folder)) return;
  const found = await readdir(folder).catch((thrown: unknown) => (isErrno(thrown, 'ENOENT') ? [] : null));
  if (found?.length !== 0) return;
  await writePalaceGitignore(folder);
};
