import ignore, { type Ignore } from 'ignore';

/** The rules of one `.gitignore`, for paths below `base` (relative to the workspace folder, `''` for that folder). */
interface Level {
  readonly base: string;
  readonly rules: Ignore;
}

/** Nested ignore rules, the nearest file first. Immutable: each folder's children get their own stack. */
export interface IgnoreRules {
  readonly levels: readonly Level[];
}

export const noIgnoreRules: IgnoreRules = { levels: [] };

// These two platforms ignore letter case, and git compares as the file system does.
const options = { ignorecase: process.platform === 'win32' || process.platform === 'darwin' };

/** Adds the text of the `.gitignore` found in `folder` (relative path). */
export const withGitignore = (rules: IgnoreRules, folder: string, text: string): IgnoreRules => {
  return { levels: [{ base: folder, rules: ignore(options).add(text.replace(/^\uFEFF/, '')) }, ...rules.levels] };
};

/** One matcher for globs in gitignore syntax. */
export const excludeMatcher = (globs: readonly string[]): ((path: string, isFolder: boolean) => boolean) => {
  if (globs.length === 0) return () => false;
  const rules = ignore(options).add([...globs]);
  return (path, isFolder) => rules.ignores(isFolder ? `${path}/` : path);
};

/**
 * Whether git would ignore the path (relative to the workspace folder). Call it from the top down: it assumes that the
 * folders above are not ignored.
 */
export const isIgnored = (rules: IgnoreRules, path: string, isFolder: boolean): boolean => {
  for (const level of rules.levels) {
    const verdict = level.rules.test(pathBelow(level, path, isFolder));
    if (verdict.unignored) return false;
    if (verdict.ignored) return true;
  }
  return false;
};

/**
 * The rules inside a folder that is not ignored. If a nearer file re-includes a folder that a farther one ignores, the
 * farther verdict must not apply to the folder's content.
 */
export const rulesInside = (rules: IgnoreRules, folder: string): IgnoreRules => {
  let changed = false;
  const levels = rules.levels.map((level) => {
    const below = pathBelow(level, folder, true);
    if (!level.rules.test(below).ignored) return level;
    changed = true;
    return {
      base: level.base,
      rules: ignore(options)
        .add(level.rules)
        .add(`!/${below.replace(/[\\*?[\]!# ]/g, '\\$&')}`),
    };
  });
  return changed ? { levels } : rules;
};

const pathBelow = (level: Level, path: string, isFolder: boolean): string => {
  const below = level.base === '' ? path : path.slice(level.base.length + 1);
  return isFolder ? `${below}/` : below;
};
