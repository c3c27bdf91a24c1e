import path from 'node:path';

/**
 * Absolute paths where a drawer's source may be, most likely first. `sourceFile` is relative to the workspace, with
 * `/`; in a workspace of several folders its first part may be the folder's name. Paths that leave their folder are
 * refused.
 */
export const sourcePaths = (
  sourceFile: string,
  folders: readonly { readonly path: string; readonly name: string }[],
): readonly string[] => {
  if (path.isAbsolute(sourceFile)) return [path.normalize(sourceFile)];
  const within = (root: string, relative: string): string[] => {
    const resolved = path.resolve(root, relative);
    const back = path.relative(root, resolved);
    return back.startsWith('..') || path.isAbsolute(back) || back === '' ? [] : [resolved];
  };
  const inside = sourceFile.slice(sourceFile.indexOf('/') + 1);
  const [first = ''] = sourceFile.split('/');
  const several = folders.length > 1 && inside !== sourceFile;
  const all = folders.flatMap(({ path: root, name }) => [
    ...(several ? within(root, inside).map((file) => ({ file, order: first === name ? 0 : 2 })) : []),
    ...within(root, sourceFile).map((file) => ({ file, order: 1 })),
  ]);
  return [...new Set(all.sort((a, b) => a.order - b.order).map(({ file }) => file))];
};
