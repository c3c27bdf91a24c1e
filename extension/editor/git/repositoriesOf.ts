import { isInside } from '../../base/files/pathInside.ts';

/** Whether a repository belongs to the workspace: it is inside one of its folders, or around one. */
export const belongsTo = (folders: readonly string[], root: string): boolean =>
  folders.some((folder) => isInside(root, folder) || isInside(folder, root));

/**
 * The repositories of a workspace, by the folders to read them from: those that the editor knows, and each
 * workspace folder without a known one (reading it shows whether it is a repository).
 */
export const repositoriesOf = (folders: readonly string[], known: readonly string[]): readonly string[] => {
  const roots = [...new Set(known.filter((root) => belongsTo(folders, root)))].sort();
  return [...roots, ...folders.filter((folder) => !roots.some((root) => isInside(folder, root)))];
};

/** Whether a repository lies within a folder of the workspace, such as a submodule: the folder itself is no part of it. */
export const isNested = (folders: readonly string[], root: string): boolean =>
  belongsTo(folders, root) && !folders.some((folder) => isInside(folder, root));
