import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from './errno.ts';

// Not with Node's recursive mkdir, which never ends where the system makes no folders, as in `/proc`.

/** Makes a folder and those above it that are missing, each with this mode. Throws ENOENT where the system makes none. */
export const makeFolder = async (folder: string, mode = 0o777): Promise<void> => {
  try {
    await makeOne(folder, mode);
  } catch (thrown) {
    await makeFolder(folderAbove(folder, thrown), mode);
    await makeOne(folder, mode);
  }
};

/** The same at once. */
export const makeFolderSync = (folder: string, mode = 0o777): void => {
  try {
    makeOneSync(folder, mode);
  } catch (thrown) {
    makeFolderSync(folderAbove(folder, thrown), mode);
    makeOneSync(folder, mode);
  }
};

const makeOne = (folder: string, mode: number): Promise<void> =>
  mkdir(folder, { mode }).catch((thrown: unknown) => {
    if (!isErrno(thrown, 'EEXIST')) throw thrown;
  });

const makeOneSync = (folder: string, mode: number): void => {
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    if (!isErrno(thrown, 'EEXIST')) throw thrown;
  }
};

/** The folder that has to be made first; throws again where nothing above is missing. */
const folderAbove = (folder: string, thrown: unknown): string => {
  const above = path.dirname(folder);
  if (!isErrno(thrown, 'ENOENT') || above === folder) throw thrown;
  return above;
};
