import { matchesGitPattern, parseGitPatterns, type GitPattern } from './gitPattern.ts';

/**
 * The rules of one `.gitignore`, for paths below `base` (relative to the workspace folder, `''` for that folder and
 * those above it). `before`: the way from the folder of a `.gitignore` above the workspace folder to that one, with `/` at its end.
 */
interface Level {
  readonly base: string;
  readonly before: string;
  readonly patterns: readonly GitPattern[];
}

/** Nested ignore rules, the nearest file first. Immutable: each folder's children get their own stack. */
export interface IgnoreRules {
  readonly levels: readonly Level[];
}

export const noIgnoreRules: IgnoreRules = { levels: [] };

/** Most lines of a file of rules. Each path is compared with each of them. */
const mostRules = 10_000;

// These two platforms ignore letter case, and git compares as the file system does.
const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

/** Whether a text has too many rules to compare every path with. */
export const hasTooManyRules = (text: string): boolean => {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= mostRules; at = text.indexOf('\n', at + 1)) lines++;
  return lines > mostRules;
};

const patternsOf = (lines: readonly string[]): readonly GitPattern[] =>
  // The last one that matches decides.
  lines.flatMap((line) => parseGitPatterns(compared(line))).reverse();

const namesOf = (path: string): readonly string[] => compared(path).split('/');

/** A path or a pattern as git compares it: byte by byte, so that `?` and a set stand for one byte, not for a letter such as `ä`. */
const compared = (text: string): string => {
  const folded = ignoresCase ? text.toLowerCase() : text;
  return /[^\x00-\x7f]/.test(folded) ? Buffer.from(folded).toString('latin1') : folded;
};

/** What the patterns say about a path; undefined if none matches. */
const verdictOf = (
  patterns: readonly GitPattern[],
  names: readonly string[],
  isFolder: boolean,
): 'ignored' | 'kept' | undefined => {
  const found = patterns.find((pattern) => matchesGitPattern(pattern, names, isFolder));
  if (found === undefined) return undefined;
  return found.isNegated ? 'kept' : 'ignored';
};

/** Adds the text of the `.gitignore` found in `folder` (relative path). */
export const withGitignore = (rules: IgnoreRules, folder: string, text: string): IgnoreRules => {
  const patterns = patternsOf(text.replace(/^\uFEFF/, '').split(/\r?\n|\r$/));
  return { levels: [{ base: folder, before: '', patterns }, ...rules.levels] };
};

/** The rules for paths relative to a folder, from rules for paths relative to one above it (`''` if it is the same). */
export const rulesBelow = (rules: IgnoreRules, folder: string): IgnoreRules => {
  if (folder === '') return rules;
  const below = (base: string): string => (base === '' ? folder : folder.slice(base.length + 1));
  return { levels: rules.levels.map(({ base, patterns }) => ({ base: '', before: `${below(base)}/`, patterns })) };
};

/** One matcher for globs in gitignore syntax. Call it from the top down, as {@link isIgnored}. */
export const excludeMatcher = (globs: readonly string[]): ((path: string, isFolder: boolean) => boolean) => {
  const patterns = patternsOf(globs);
  return (path, isFolder) => patterns.length > 0 && verdictOf(patterns, namesOf(path), isFolder) === 'ignored';
};

/**
 * Whether git would ignore the path (relative to the workspace folder). Call it from the top down: it assumes that the
 * folders above are not ignored.
 */
export const isIgnored = (rules: IgnoreRules, path: string, isFolder: boolean): boolean => {
  for (const { base, before, patterns } of rules.levels) {
    if (patterns.length === 0) continue;
    const below = base === '' ? path : path.slice(base.length + 1);
    const verdict = verdictOf(patterns, namesOf(`${before}${below}`), isFolder);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
};
