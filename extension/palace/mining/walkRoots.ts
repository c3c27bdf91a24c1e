import path from 'node:path';
import type { PalaceError } from '../model/errors/palaceError.ts';
import { unreadableFolder } from '../model/errors/unreadableFolder.ts';
import type { FileAccess } from './fileAccess.ts';

/**
 * The real path of each folder to be walked; undefined for one that can't be read, of which `onUnread` is told. Throws
 * E_FOLDER_UNREADABLE for the first of those if none can be read, or if nobody is to be told.
 */
export const walkRoots = async (
  files: FileAccess,
  folders: readonly string[],
  onUnread?: (folder: number, error: PalaceError) => void,
): Promise<readonly (string | undefined)[]> => {
  const roots = await Promise.all(folders.map((folder) => realRoot(files, folder)));
  const isAnyRead = roots.some((root) => typeof root === 'string');
  return roots.map((root, folder) => {
    if (typeof root === 'string') return root;
    if (onUnread === undefined || !isAnyRead) throw root;
    onUnread(folder, root);
    return undefined;
  });
};

const realRoot = async (files: FileAccess, folder: string): Promise<string | PalaceError> => {
  try {
    const real = await files.realPath(folder);
    await files.list(real);
    return real;
  } catch (error) {
    return unreadableFolder(folder, error);
  }
};

/** The real path of the palace's folder, which is not walked. */
export const realPalaceFolder = async (files: FileAccess, folder: string): Promise<string> => {
  try {
    return await files.realPath(folder);
  } catch {
    // It does not exist yet: only its name is left out.
    return path.resolve(folder);
  }
};
