import path from 'node:path';
import { isInside } from '../../base/files/pathInside.ts';
import type { FileAccess } from './fileAccess.ts';
import { alwaysExcluded } from './fileWalk.ts';
import { withRulesOf } from './gitignoreFiles.ts';
import { excludeMatcher, isIgnored, type IgnoreRules } from './ignoreRules.ts';
import { rulesAround, withExcludesOf } from './repositoryRules.ts';

interface ReachOptions {
  readonly files: FileAccess;
  /** Globs in gitignore syntax on paths relative to each folder. */
  readonly exclude?: readonly string[];
  /** Absolute path; never reached. */
  readonly palaceFolder: string;
}

/**
 * Whether any of the paths matters to mining these folders (absolute; files or folders, existing or gone). Reads
 * only the files of rules above each path, so it costs far less than a walk.
 */
export const reachesAny = async (
  folders: readonly string[],
  paths: readonly string[],
  { files, exclude, palaceFolder }: ReachOptions,
): Promise<boolean> => {
  const excluded = excludeMatcher(exclude ?? []);
  const above = new Map<string, Promise<IgnoreRules | null>>();
  const isLeftOut = (rules: IgnoreRules, found: string, isFolder: boolean): boolean =>
    alwaysExcluded.has(path.posix.basename(found)) ||
    excluded(found, isFolder) ||
    isIgnored(rules, found, isFolder);
  const realRoot = (root: string): Promise<string> => files.realPath(root).catch(() => root);
  /** The rules inside a folder of a root; null if the folder itself is left out. */
  const rulesIn = (root: string, folder: string): Promise<IgnoreRules | null> => {
    const key = path.join(root, folder);
    const known = above.get(key);
    if (known !== undefined) return known;
    const read = async (): Promise<IgnoreRules | null> => {
      if (folder === '') return withRulesOf(files, await rulesAround(files, await realRoot(root)), '', root);
      const outer = await rulesIn(root, parentOf(folder));
      if (outer === null || isLeftOut(outer, folder, true)) return null;
      return withRulesOf(files, await withExcludesOf(files, outer, folder, key), folder, key);
    };
    const rules = read();
    above.set(key, rules);
    return rules;
  };
  for (const changed of paths) {
    const root = folders.filter((folder) => isInside(changed, folder)).sort((a, b) => b.length - a.length)[0];
    if (root === undefined || isInside(changed, palaceFolder)) continue;
    const found = path.relative(root, changed).split(path.sep).join('/');
    if (found === '') return true;
    const rules = await rulesIn(root, parentOf(found));
    // A missing path may have been a file or a folder.
    if (rules !== null && !isLeftOut(rules, found, false) && !isLeftOut(rules, found, true)) return true;
  }
  return false;
};

const parentOf = (found: string): string => (found.includes('/') ? path.posix.dirname(found) : '');
