import { dayMs } from '../base/time.ts';
import { openGitSession, usualLimits } from '../palace/mining/git/gitSession.ts';
import { locateRepository } from '../palace/mining/git/locateRepository.ts';
import { hasCommits, mostWalkedUnasked } from '../palace/mining/git/readCommits.ts';
import { readRepository, readRevision } from '../palace/mining/git/repository.ts';

/**
 * Whether the repository at or around a folder has a commit of the last `days`, on its current branch. False if
 * there is no repository or git can't read it. Needs no palace and runs nothing in the repository. Throws
 * E_CANCELLED.
 */
export const hasRecentCommits = async (folder: string, days: number, signal: AbortSignal): Promise<boolean> => {
  const repository = await locateRepository(folder);
  if (repository === null) return false;
  const session = await openGitSession(repository, { env: process.env, signal, limits: usualLimits });
  if ('outcome' in session || 'outcome' in (await readRepository(session, repository))) return false;
  const revision = await readRevision(session, undefined);
  if ('outcome' in revision) return false;
  const since = new Date(Date.now() - days * dayMs);
  return hasCommits(session, { reference: revision.reference, since, mostWalked: mostWalkedUnasked });
};
