import path from 'node:path';
import { isInside } from '../../base/files/pathInside.ts';
import { plainName } from '../../palace/model/text/plainName.ts';

interface Folder {
  readonly path: string;
  readonly name: string;
}

/**
 * Absolute paths where a drawer's source may be, most likely first. `sourceFile` is relative to the workspace, with
 * `/`; in a workspace of several folders its first part may be the folder's name. A folder of another name is never
 * taken for it: its file of the same name is not the source. Paths that leave their folder are refused.
 */
export const sourcePaths = (sourceFile: string, folders: readonly Folder[]): readonly string[] => {
  if (path.isAbsolute(sourceFile)) return [path.normalize(sourceFile)];
  const within = (root: string, relative: string): string[] => {
    const resolved = path.resolve(root, relative);
    return resolved === path.resolve(root) || !isInside(resolved, root) ? [] : [resolved];
  };
  const inside = sourceFile.slice(sourceFile.indexOf('/') + 1);
  const [first = ''] = sourceFile.split('/');
  const named = folders.length > 1 && inside !== sourceFile ? foldersCalled(first, folders) : [];
  const all = [
    ...named.flatMap(({ path: root }) => within(root, inside)),
    ...folders.flatMap(({ path: root }) => within(root, sourceFile)),
  ];
  return [...new Set(all)];
};

/**
 * The folders whose sources' paths may begin with a part: the first of that name, else the one that a number at its end
 * tells apart from others of its name. The number may be higher than they are many, as it counts folders that were
 * mined before, too.
 */
const foldersCalled = (part: string, folders: readonly Folder[]): readonly Folder[] => {
  const of = (name: string): readonly Folder[] => folders.filter((folder) => plainName(folder.name) === name);
  const exact = of(plainName(part));
  if (exact.length > 0) return exact.slice(0, 1);
  const [, name, number] = /^(.+)-(\d+)$/.exec(part) ?? [];
  const alike = name === undefined ? [] : of(name);
  const numbered = alike[Number(number) - 1];
  return numbered === undefined ? alike : [numbered];
};
