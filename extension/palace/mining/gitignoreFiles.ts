import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import type { FileAccess } from './fileAccess.ts';
import { hasTooManyRules, withGitignore, type IgnoreRules } from './ignoreRules.ts';

/** Bytes; a person writes a few thousand lines at most. */
const mostRuleBytes = 1 << 20;

/**
 * Receives the path of a refused file of rules: not a regular file, a link that leads out, too large, with too many
 * rules, or one that may not be read.
 */
export type OnRefusedRules = (file: string) => void;

/** The rules and those of the folder's own `.gitignore`. `folder` is relative to the workspace folder, `realPath` absolute. */
export const withRulesOf = async (
  files: FileAccess,
  rules: IgnoreRules,
  folder: string,
  realPath: string,
  onRefused: OnRefusedRules = () => undefined,
): Promise<IgnoreRules> => {
  const text = await ruleText(files, path.join(realPath, '.gitignore'), realPath, onRefused);
  return text === undefined ? rules : withGitignore(rules, folder, text);
};

/**
 * A file's text; undefined if it is missing or refused (git also continues without it). `root`: the folder
 * that must contain it.
 */
export const ruleText = async (
  files: FileAccess,
  file: string,
  root: string,
  onRefused: OnRefusedRules,
): Promise<string | undefined> => {
  try {
    const text = Buffer.from(await files.read(file, { mostBytes: mostRuleBytes, inside: root })).toString('utf8');
    if (!hasTooManyRules(text)) return text;
  } catch (thrown) {
    // A folder may have none, and `.git` may be a file.
    if (isErrno(thrown, 'ENOENT', 'ENOTDIR')) return undefined;
  }
  onRefused(file);
  return undefined;
};
