import path from 'node:path';
import { dayMs } from '../../../base/time.ts';
import type { CommitIndexReport, CommitIndexRequest } from '../../contract/filing/commitIndexSchemas.ts';
import { composeSourceId } from '../../filing/drawerIds.ts';
import type { MiningProgress } from '../../filing/mineReport.ts';
import { miningLimits } from '../../filing/miningLimits.ts';
import { progressReporter } from '../../filing/progressReporter.ts';
import { readableName } from '../../filing/wings.ts';
import { wingName } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { folderRegistryKey, parseFolderRegistry } from '../../model/source/folderRegistry.ts';
import type { PalaceStore } from '../../store/palaceStore.ts';
import { nodeFileAccess } from '../fileAccess.ts';
import { projectName } from '../projects/projectName.ts';
import { commitFiling, type FiledCounts } from './commitFiling.ts';
import { reasonOf, type GitRefusal } from './gitOutcome.ts';
import { openGitSession, usualLimits, type GitLimits } from './gitSession.ts';
import { locateRepository } from './locateRepository.ts';
import { countCommits, mostWalkedUnasked, readCommits, type CommitRange } from './readCommits.ts';
import { isBranchName, readRepository, readRevision } from './repository.ts';

export interface CommitIndexOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: MiningProgress) => void;
  readonly clock: () => Date;
  /** Environment in which git is looked for; default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly limits?: GitLimits;
}

const usualDays = 7;

/**
 * Files a repository's commits, one drawer each, and leaves out those already in the palace. Any problem with the
 * repository or with git is an outcome, not an error. Nothing in the repository is run.
 * Errors: E_USAGE for a path that is not absolute or an invalid branch name, E_CANCELLED (what was committed stays),
 * and those of `PalaceStore.write`.
 */
export const indexCommits = async (
  store: PalaceStore,
  request: CommitIndexRequest,
  options: CommitIndexOptions,
): Promise<CommitIndexReport> => {
  const started = performance.now();
  checkRequest(request);
  const { outcome = 'indexed', reason = null, counts = noCounts } = await fileHistory(store, request, options);
  return {
    ...counts,
    outcome,
    reason,
    elapsed_ms: Math.round(performance.now() - started),
  };
};

const checkRequest = ({ repo_path: folder, branch }: CommitIndexRequest): void => {
  if (!path.isAbsolute(folder) || folder.includes('\0'))
    throw new PalaceError('E_USAGE', errorText`“${folder.slice(0, 200)}” is not an absolute path.`, {
      remedy: 'Give the full path of the repository’s folder.',
    });
  if (branch !== undefined && !isBranchName(branch))
    throw new PalaceError('E_USAGE', errorText`“${branch.slice(0, 200)}” can’t be the name of a branch.`, {
      remedy: 'Give a branch as git branch lists it.',
    });
};

const noCounts: FiledCounts = { indexed: 0, duplicates: 0, skipped: 0, without_files: 0, incomplete: [] };

/** What a run has filed, and why that is not every commit that was asked for; no `reason` if it is. */
interface History extends Partial<Pick<GitRefusal, 'reason'>> {
  readonly outcome?: CommitIndexReport['outcome'];
  readonly counts?: FiledCounts;
}

/** The repository at a path, and the branch whose history is asked for; why there is none. */
const openHistory = async (
  { repo_path: place, branch }: CommitIndexRequest,
  { env = process.env, signal, limits = usualLimits }: CommitIndexOptions,
) => {
  const folder = await locateRepository(place);
  if (folder === null) return { outcome: 'not_a_repository', reason: reasonOf('not_a_repository') } as const;
  const session = await openGitSession(folder, { env, signal, limits });
  if ('outcome' in session) return session;
  const repository = await readRepository(session, folder);
  if ('outcome' in repository) return repository;
  const revision = await readRevision(session, branch);
  return 'outcome' in revision ? revision : { session, repository, revision };
};

const fileHistory = async (
  store: PalaceStore,
  request: CommitIndexRequest,
  options: CommitIndexOptions,
): Promise<History> => {
  const history = await openHistory(request, options);
  if ('outcome' in history) return history;
  const { session, repository, revision } = history;
  const now = options.clock();
  const days = request.days ?? usualDays;
  const range: CommitRange = {
    reference: revision.reference,
    since: request.all === true ? null : new Date(now.getTime() - days * dayMs),
    ...(request.automatic === true ? { mostWalked: mostWalkedUnasked } : {}),
  };
  const askedFor = request.automatic !== true && (request.all === true || days > usualDays);
  const sourceId = composeSourceId('git', repository.commonFolder);
  const former = parseFolderRegistry(store.read.meta(folderRegistryKey))[repository.root]?.wing;
  const called = (await projectName(nodeFileAccess, repository.root, former)) ?? repository.name;
  const place = {
    repository,
    sourceId,
    wing: wingName(readableName(called)),
    branch: revision.label,
    askedFor,
    now,
  };
  const filing = commitFiling(store, place);
  const progress = progressReporter(options.onProgress);
  progress.begin('mining', askedFor ? await countCommits(session, range) : null);
  let historyEnds = false;
  const refusal = await readCommits(session, range, miningLimits(store.read).commit_files, {
    has: filing.has,
    incomplete: filing.incomplete,
    async take(commits) {
      for (const commit of commits) {
        historyEnds ||= commit.parents.length === 0;
        await filing.add(commit);
      }
      progress.step(filing.seen(), commits.at(-1)?.message.split('\n')[0] ?? '');
    },
  });
  await filing.flush();
  progress.end();
  const counts = filing.counts();
  if (refusal !== null) return { ...refusal, counts };
  return repository.shallow && historyEnds
    ? { reason: 'the clone is shallow: its older history is not here', counts }
    : { counts };
};
