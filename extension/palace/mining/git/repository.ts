import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readGuarded } from '../../../base/files/guardedFile.ts';
import { reasonOf, type GitRefusal } from './gitOutcome.ts';
import type { GitSession } from './gitSession.ts';
import { isLinkedWorktree, type RepositoryFolder } from './locateRepository.ts';

/** The repository that commits are filed under. */
export interface Repository {
  /** The folder shared by all worktrees of the repository, which identifies it. Absolute, links resolved. */
  readonly commonFolder: string;
  /** Name of the main working tree's folder, or of the bare repository without `.git`. */
  readonly name: string;
  /** The folder to open a commit with. */
  readonly root: string;
  readonly shallow: boolean;
  /** Where a shallow clone's history is cut off: commits whose parents are not here, to which git shows every file as new. */
  readonly cutOff: ReadonlySet<string>;
}

/** The commits to list. */
interface Revision {
  /** A full reference or `HEAD`, never a name that could be read as an option. */
  readonly reference: string;
  /** As shown in the drawers: `main`, `detached 1a2b3c4`. */
  readonly label: string;
}

export const readRepository = async (
  session: GitSession,
  folder: RepositoryFolder,
): Promise<Repository | GitRefusal> => {
  const output = await session.ask(['rev-parse', '--is-shallow-repository', '--git-common-dir']);
  if (typeof output !== 'string') return output;
  // A path may contain line feeds, so the surrounding lines are removed and the rest is the path.
  const found = /^(true|false)\n(.+)\n$/s.exec(output);
  if (found === null || !(await isAtRoot(session, folder)))
    return { outcome: 'not_a_repository', reason: reasonOf('not_a_repository') };
  const named = path.resolve(folder.root, found[2] ?? '');
  const commonFolder = await realpath(named).catch(() => named);
  const shared =
    (await isLinkedWorktree(folder, commonFolder)) || folder.bare ? commonFolder : path.join(folder.root, '.git');
  const own = path.basename(shared) === '.git' ? path.dirname(shared) : shared;
  return {
    commonFolder,
    name: path.basename(own).replace(/(?<=.)\.git$/, ''),
    root: folder.root,
    shallow: found[1] === 'true',
    cutOff: found[1] === 'true' ? await cutOffCommits(commonFolder) : new Set(),
  };
};

/**
 * Whether git reads the folder's own `.git` and not that of a repository further up. A `.git` that is a file is either
 * followed or refused.
 */
const isAtRoot = async (session: GitSession, { root, bare }: RepositoryFolder): Promise<boolean> => {
  const own = path.join(root, '.git');
  if (bare || (await lstat(own)).isFile()) return true;
  const used = await session.ask(['rev-parse', '--absolute-git-dir']);
  const real = await realpath(own).catch(() => null);
  return typeof used === 'string' && real !== null && (await realpath(used.replace(/\n$/, ''))) === real;
};

/** Bytes; a hash takes 41. */
const mostShallowBytes = 16 << 20;

const cutOffCommits = async (commonFolder: string): Promise<ReadonlySet<string>> => {
  const list = await readGuarded(path.join(commonFolder, 'shallow'), { mostBytes: mostShallowBytes }).catch(
    () => '',
  );
  return new Set(list.toString().split('\n'));
};

/** `branch` is a local branch, else a remote one, else a tag. If absent, the current branch. */
export const readRevision = async (
  session: GitSession,
  branch: string | undefined,
): Promise<Revision | GitRefusal> => {
  if (branch !== undefined) {
    for (const kind of ['heads', 'remotes', 'tags']) {
      const reference = `refs/${kind}/${branch}`;
      const found = await session.ask([...verify, `${reference}^{commit}`]);
      if (typeof found === 'string') return { reference, label: branch };
      if (found.outcome === 'timed_out') return found;
    }
    return { outcome: 'no_such_branch', reason: reasonOf('no_such_branch', { detail: branch }) };
  }
  const symbolic = await session.ask(['symbolic-ref', '--quiet', 'HEAD']);
  if (typeof symbolic === 'string')
    return { reference: 'HEAD', label: symbolic.trimEnd().replace(/^refs\/(?:heads|remotes|tags)\//, '') };
  const head = await session.ask([...verify, 'HEAD^{commit}']);
  return { reference: 'HEAD', label: typeof head === 'string' ? `detached ${head.slice(0, 7)}` : 'detached' };
};

const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options'] as const;

/** Whether the text can be a branch's name. Such names never begin with `-`. */
export const isBranchName = (name: string): boolean =>
  !/^[-/.]|[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$|^@$/.test(name) && name !== '';
