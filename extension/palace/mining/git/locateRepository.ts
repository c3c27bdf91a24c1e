import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { mostLinkBytes } from '../../../base/files/gitLink.ts';
import { readGuarded } from '../../../base/files/guardedFile.ts';

/** A folder that looks like a repository. Git decides whether it is one. */
export interface RepositoryFolder {
  /** Absolute path with links resolved: the folder that contains `.git`, or the bare repository itself. */
  readonly root: string;
  readonly bare: boolean;
}

/**
 * Finds the repository at a folder or around it. This is not left to git, so that git always starts in the folder with
 * `.git`: from a folder beneath, it could find a bare repository that somebody committed. A bare repository must be
 * named exactly.
 */
export const locateRepository = async (folder: string): Promise<RepositoryFolder | null> => {
  const start = await realpath(folder).catch(() => null);
  if (start === null || !(await isFolder(start))) return null;
  const named = path.basename(start) === '.git' ? path.dirname(start) : start;
  if (!(await exists(path.join(named, '.git'))) && (await looksBare(start))) return { root: start, bare: true };
  for (let at = named; ; at = path.dirname(at)) {
    if (await exists(path.join(at, '.git'))) return { root: at, bare: false };
    if (path.dirname(at) === at) return null;
  }
};

/** Whether a working tree's `.git` is a file that names a folder of another repository: a linked worktree. */
export const isLinkedWorktree = async (
  { root, bare }: RepositoryFolder,
  commonFolder: string,
): Promise<boolean> => {
  if (bare) return false;
  const link = await readGuarded(path.join(root, '.git'), { mostBytes: mostLinkBytes }).catch(() => '');
  const named = /^gitdir: (.*?)\n?$/s.exec(link.toString())?.[1];
  if (named === undefined) return false;
  const own = path.resolve(root, named);
  return (await realpath(own).catch(() => own)) !== (await realpath(commonFolder).catch(() => commonFolder));
};

/** Whether this process's user owns the folder. Git checks this itself unless it is told where the repository is. */
export const isOwnFolder = async (folder: string): Promise<boolean> => {
  const user = process.geteuid?.();
  return user === undefined || (await stat(folder)).uid === user;
};

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
const isFolder = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
const looksBare = async (folder: string): Promise<boolean> =>
  (await exists(path.join(folder, 'HEAD'))) &&
  (await isFolder(path.join(folder, 'objects'))) &&
  (await isFolder(path.join(folder, 'refs')));
