import { withGitignore, type IgnoreRules } from './ignoreRules.ts';

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
 * The rules by which files are generated, and those of a `.gitattributes` found in `folder` (relative to the workspace folder):
 * `pattern linguist-generated`, as code hosts read it. The nearest file that says something of a path decides.
 */
export const withGenerated = (rules: IgnoreRules, folder: string, gitattributes: string): IgnoreRules => {
  const patterns = gitattributes.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...attributes] = line.trim().split(/\s+/);
    if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('"')) return [];
    const set = attributes.findLast((attribute) => /^[-!]?linguist-generated(=|$)/.test(attribute));
    if (set === undefined) return [];
    return [/^linguist-generated(=true)?$/.test(set) ? pattern : `!${pattern}`];
  });
  return patterns.length === 0 ? rules : withGitignore(rules, folder, patterns.join('\n'));
};
