import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../base/files/pathInside.ts';

export interface GitProgram {
  /** Absolute path with links resolved. */
  readonly file: string;
  /** Absolute folders where git may look for its own parts, joined by the platform's delimiter. */
  readonly searchPath: string;
}

interface GitSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Folders whose programs are never run, such as the repository's, which anybody may have written. */
  readonly outside: readonly string[];
}

/** On a Mac without developer tools, `/usr/bin/git` opens a dialog instead of running. */
const macShim = '/usr/bin/git';
const macGits = [
  '/Library/Developer/CommandLineTools/usr/bin/git',
  '/Applications/Xcode.app/Contents/Developer/usr/bin/git',
];

/**
 * The first git in the search path, as an absolute file outside the given folders, or null. Relative entries of the
 * search path are skipped; on Windows, so are the current folder and scripts.
 */
export const findGit = async ({ env, platform, outside }: GitSearch): Promise<GitProgram | null> => {
  const flavour = platform === 'win32' ? path.win32 : path.posix;
  const roots = await Promise.all(outside.map((folder) => realpath(folder).catch(() => folder)));
  const allowed = (file: string): boolean =>
    roots.every((root) => flavour.parse(root).root === root || !isInside(file, root, flavour));
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(flavour.delimiter)
    .filter((folder) => flavour.isAbsolute(folder) && allowed(folder));
  const searchPath = folders.join(flavour.delimiter);
  const named = folders.map((folder) => flavour.join(folder, platform === 'win32' ? 'git.exe' : 'git'));
  for (const candidate of [
    ...named.flatMap((file) => (platform === 'darwin' && file === macShim ? macGits : [file])),
    ...usualPlaces(env, platform),
  ]) {
    const file = await programAt(candidate, platform);
    if (file !== null && allowed(candidate) && allowed(file)) return { file, searchPath };
  }
  return null;
};

const usualPlaces = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly string[] => {
  if (platform !== 'win32')
    return ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git'].filter(
      (file) => platform !== 'darwin' || file !== macShim,
    );
  return [env['ProgramFiles'], env['ProgramFiles(x86)']].flatMap((folder) =>
    folder === undefined ? [] : [path.win32.join(folder, 'Git', 'cmd', 'git.exe')],
  );
};

const programAt = async (candidate: string, platform: NodeJS.Platform): Promise<string | null> => {
  try {
    const file = await realpath(candidate);
    if (!(await stat(file)).isFile()) return null;
    if (platform !== 'win32') await access(file, constants.X_OK);
    return file;
  } catch {
    // Missing or not executable: try the next place.
    return null;
  }
};

/** The oldest git that supports all options used here. */
export const oldestGit = [2, 30] as const;

/** Parses the output of `git --version`; null if it has no version. */
export const gitVersion = (output: string): readonly [number, number] | null => {
  const found = /^git version (\d+)\.(\d+)/.exec(output);
  return found === null ? null : [Number(found[1]), Number(found[2])];
};

export const isRecentEnough = ([major, minor]: readonly [number, number]): boolean =>
  major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1]);
