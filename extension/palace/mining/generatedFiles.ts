import { excludeMatcher } from './ignoreRules.ts';

/** Files that package managers generate: thousands of lines that nobody searches for. */
const lockFiles: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'deno.lock',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile.lock',
  'composer.lock',
  'Gemfile.lock',
  'go.sum',
  'flake.lock',
  'packages.lock.json',
  'Podfile.lock',
  'pubspec.lock',
  'mix.lock',
]);

export const isLockFile = (name: string): boolean => lockFiles.has(name);

/**
 * Matches the files that a repository's own `.gitattributes` marks as generated (`pattern linguist-generated`, as code
 * hosts read it). Paths are relative to the folder of the `.gitattributes`.
 */
export const generatedMatcher = (gitattributes: string): ((path: string) => boolean) => {
  const patterns = gitattributes.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...attributes] = line.trim().split(/\s+/);
    if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('"')) return [];
    const set = attributes.findLast((attribute) => /^[-!]?linguist-generated(=|$)/.test(attribute));
    if (set === undefined) return [];
    return [/^linguist-generated(=true)?$/.test(set) ? pattern : `!${pattern}`];
  });
  const matches = excludeMatcher(patterns);
  return (path) => matches(path, false);
};
