import path from 'node:path';
import { folderOfLink, mostLinkBytes } from '../../base/files/gitLink.ts';
import type { FileAccess } from './fileAccess.ts';
import { ruleText, withRulesOf, type OnRefusedRules } from './gitignoreFiles.ts';
import { isIgnored, noIgnoreRules, rulesBelow, withGitignore, type IgnoreRules } from './ignoreRules.ts';

/**
 * What the repository in or around a workspace folder (absolute, links resolved) ignores there, without the folder's own
 * `.gitignore`: its excludes, and the `.gitignore` of each folder above. A workspace folder that the repository ignores is
 * no part of it, so nothing above it counts.
 */
export const rulesAround = async (
  files: FileAccess,
  root: string,
  onRefused?: OnRefusedRules,
): Promise<IgnoreRules> => {
  const top = await repositoryAround(files, root);
  if (top === null) return noIgnoreRules;
  const names = path
    .relative(top, root)
    .split(path.sep)
    .filter((name) => name !== '');
  let rules = await withExcludesOf(files, noIgnoreRules, '', top, onRefused);
  for (const depth of names.keys()) {
    const above = names.slice(0, depth);
    rules = await withRulesOf(files, rules, above.join('/'), path.join(top, ...above), onRefused);
    if (isIgnored(rules, names.slice(0, depth + 1).join('/'), true)) return noIgnoreRules;
  }
  return rulesBelow(rules, names.join('/'));
};

/** The rules, and `info/exclude` of the repository in a folder, if there is one. Paths as those of `withRulesOf`. */
export const withExcludesOf = async (
  files: FileAccess,
  rules: IgnoreRules,
  folder: string,
  realPath: string,
  onRefused: OnRefusedRules = () => undefined,
): Promise<IgnoreRules> => {
  const linked = await linkedFolder(files, realPath);
  const place = linked ?? path.join(realPath, '.git');
  const text = await ruleText(files, path.join(place, 'info', 'exclude'), linked ?? realPath, onRefused);
  return text === undefined ? rules : withGitignore(rules, folder, text);
};

const repositoryAround = async (files: FileAccess, folder: string): Promise<string | null> => {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await files.stat(path.join(at, '.git')).catch(() => null);
    if (found !== null) return at;
    if (path.dirname(at) === at) return null;
  }
};

/**
 * Where a linked worktree or a submodule, whose `.git` is a file, has its excludes: the folder that its repository's
 * worktrees share. Null for any other folder.
 */
const linkedFolder = async (files: FileAccess, folder: string): Promise<string | null> => {
  const named = folderOfLink(await shortText(files, path.join(folder, '.git'), folder));
  if (named === undefined) return null;
  const own = path.resolve(folder, named);
  const shared = await shortText(files, path.join(own, 'commondir'), own);
  return path.resolve(own, shared.trimEnd());
};

/** Empty for anything that can't be read. */
const shortText = async (files: FileAccess, file: string, inside: string): Promise<string> => {
  const bytes = await files.read(file, { mostBytes: mostLinkBytes, inside }).catch(() => new Uint8Array());
  return Buffer.from(bytes).toString('utf8');
};
