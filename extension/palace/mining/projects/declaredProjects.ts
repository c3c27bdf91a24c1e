import type { FileAccess } from '../fileAccess.ts';
import { matchesGitPattern, parseGitPattern, type GitPattern } from '../gitPattern.ts';
import { manifestText, valueAt } from './manifestFile.ts';
import { xmlWithout } from './xmlWithout.ts';

/** Which subfolders a folder's manifests declare as projects of its workspace. */
export type DeclaredProjects = (names: readonly string[]) => boolean;

/** More patterns than any repository has; the rest is not read. */
const mostPatterns = 1000;
/** Characters; a folder's path has fewer. Each pattern is compared with each folder. */
const longestPattern = 1000;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
const without = (value: unknown): string[] => strings(value).map((pattern) => `!${pattern}`);

/** The folders, as patterns, that each kind of manifest declares; those after `!` are excluded. */
const declarations: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'package.json': (text) => [
    ...strings(valueAt('json', text, 'workspaces')),
    ...strings(valueAt('json', text, 'workspaces', 'packages')),
  ],
  'lerna.json': (text) => strings(valueAt('json', text, 'packages')),
  'pnpm-workspace.yaml': (text) => strings(valueAt('yaml', text, 'packages')),
  'Cargo.toml': (text) => [
    ...strings(valueAt('toml', text, 'workspace', 'members')),
    ...without(valueAt('toml', text, 'workspace', 'exclude')),
  ],
  'pyproject.toml': (text) => [
    ...strings(valueAt('toml', text, 'tool', 'uv', 'workspace', 'members')),
    ...without(valueAt('toml', text, 'tool', 'uv', 'workspace', 'exclude')),
  ],
  'go.work': (text) => goUses(text),
  'pom.xml': (text) => found(xmlWithout(text), /<module>([^<>]+)<\/module>/g),
  'settings.gradle': (text) => gradleProjects(text),
  'settings.gradle.kts': (text) => gradleProjects(text),
};

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].slice(0, mostPatterns).map((match) => match[1] ?? '');

/** `use ./a`, and `use (` with one folder in a line. */
const goUses = (text: string): string[] => {
  const uses: string[] = [];
  let isInBlock = false;
  for (const line of text.split('\n')) {
    const [first = '', second = ''] = line
      .replace(/\/\/.*/, '')
      .trim()
      .split(/\s+/);
    if (isInBlock && first === ')') isInBlock = false;
    else if (isInBlock && first !== '') uses.push(first);
    else if (first === 'use' && second === '(') isInBlock = true;
    else if (first === 'use' && second !== '') uses.push(second);
  }
  return uses.map((folder) => folder.replace(/^["`]|["`]$/g, ''));
};

/** `include ':app', ':lib:core'` and `include(":app")`: project paths with colons for slashes. */
const gradleProjects = (text: string): string[] => {
  const projects: string[] = [];
  const include = /\binclude\b\s*\(?/g;
  // One name of the list at a time: a pattern for the whole list would try blanks in every way there is.
  const name = /\s*(?:,\s*)?["']([\w.:/-]+)["']/y;
  while (projects.length < mostPatterns && include.test(text)) {
    name.lastIndex = include.lastIndex;
    for (let match = name.exec(text); match !== null; match = name.exec(text)) {
      projects.push((match[1] ?? '').replace(/^:/, '').replaceAll(':', '/'));
      include.lastIndex = name.lastIndex;
    }
  }
  return projects;
};

/**
 * What a folder's manifests declare; `fileNames` are the files in it. `folder` is absolute. Null if they declare
 * nothing. A manifest that can't be read declares nothing.
 */
export const declaredProjects = async (
  files: FileAccess,
  folder: string,
  fileNames: readonly string[],
): Promise<DeclaredProjects | null> => {
  const patterns: GitPattern[] = [];
  for (const name of fileNames) {
    const declared = Object.hasOwn(declarations, name) ? declarations[name] : undefined;
    if (declared === undefined) continue;
    const text = await manifestText(files, folder, name);
    if (text === undefined) continue;
    for (const pattern of declared(text).slice(0, mostPatterns)) {
      if (pattern.length > longestPattern) continue;
      const parsed = parseGitPattern(anchored(pattern));
      if (parsed !== null) patterns.push(parsed);
    }
  }
  if (patterns.every(({ isNegated }) => isNegated)) return null;
  return (names) => patterns.findLast((pattern) => matchesGitPattern(pattern, names, true))?.isNegated === false;
};

/** As a pattern from the folder on; without the manifest's name, which Maven allows at its end. */
const anchored = (pattern: string): string => {
  const [, not = '', rest = ''] = /^(!?)(?:\.?\/)?(.*)$/s.exec(pattern.trim().replaceAll('\\', '/')) ?? [];
  const folder = rest.replace(/\/pom\.xml$/, '');
  let end = folder.length;
  while (folder[end - 1] === '/') end--;
  return `${not}/${folder.slice(0, end)}`;
};
