import { realpathSync } from 'node:fs';
import path from 'node:path';
import { folderOfLink, mostLinkBytes } from '../base/files/gitLink.ts';
import { readGuardedSync } from '../base/files/guardedFile.ts';

/**
 * The main working tree of the repository that `folder` is a linked worktree of; null for any other folder. The repository itself
 * must list the worktree: whoever may write only `folder` can't pass it off as one of another repository.
 */
export const mainWorkTree = (folder: string): string | null => {
  try {
    const link = path.join(folder, '.git');
    const named = folderOfLink(shortText(link));
    if (named === undefined) return null;
    const own = realpathSync.native(path.resolve(folder, named));
    const shared = realpathSync.native(path.resolve(own, shortText(path.join(own, 'commondir')).trimEnd()));
    const back = path.resolve(own, shortText(path.join(own, 'gitdir')).trimEnd());
    const isListed =
      path.dirname(own) === path.join(shared, 'worktrees') &&
      realpathSync.native(back) === realpathSync.native(link);
    return isListed && path.basename(shared) === '.git' ? path.dirname(shared) : null;
  } catch {
    // An ordinary repository, a submodule, or no repository at all.
    return null;
  }
};

const shortText = (file: string): string => readGuardedSync(file, { mostBytes: mostLinkBytes }).toString('utf8');
