import path from 'node:path';

/**
 * Absolute paths at which a drawer's source may lie, most likely first. `sourceFile` is relative to the workspace, with
 * `/`; in a workspace of several folders its first part may be the folder's name. Paths that leave their folder are refused.
 */
export const sourcePaths = (sourceFile: string, folders: readonly { readonly path: string; readonly name: string }[]): readonly string[] => {
  if (path.isAbsolute(sourceFile)) return [path.normalize(sourceFile)];
  const within = (root: string, relative: string): string[] => {
    const resolved = path.resolve(root, relative);
    const back = path.relative(root, resolved);
    return back.startsWith('..') || path.isAbsolute(back) || back === '' ? [] : [resolved];
  };
  const named = folders.flatMap(({ path: root, name }) =>
    folders.length > 1 && sourceFile.startsWith(`${name}/`) ? within(root, sourceFile.slice(name.length + 1)) : []);
  return [...new Set([...named, ...folders.flatMap(({ path: root }) => within(root, sourceFile))])];
};
