import path from 'node:path';
import type { FileAccess } from './fileAccess.ts';
import { noIgnoreRules, withGitignore, type IgnoreRules } from './ignoreRules.ts';

/** The rules and those of the folder's own `.gitignore`. `folder` is relative to the workspace folder, `realPath` absolute. */
export const withRulesOf = async (
  files: FileAccess,
  rules: IgnoreRules,
  folder: string,
  realPath: string,
): Promise<IgnoreRules> => {
  const text = await textIfReadable(files, path.join(realPath, '.gitignore'));
  return text === undefined ? rules : withGitignore(rules, folder, text);
};

/** What the repository in `root` (absolute) ignores without a `.gitignore`. */
export const repositoryExcludes = async (files: FileAccess, root: string): Promise<IgnoreRules> => {
  const text = await textIfReadable(files, path.join(root, '.git', 'info', 'exclude'));
  return text === undefined ? noIgnoreRules : withGitignore(noIgnoreRules, '', text);
};

/** A file's text; undefined if it can't be read: like git, go on without it. */
export const textIfReadable = async (files: FileAccess, file: string): Promise<string | undefined> => {
  try {
    return Buffer.from(await files.read(file)).toString('utf8');
  } catch {
    return undefined;
  }
};
