import path from 'node:path';
import { dayMs } from '../../../base/time.ts';
import {
  mostIncomplete,
  type CommitIndexReport,
  type CommitIndexRequest,
  type IncompleteCommit,
} from '../../contract/filing/commitIndexSchemas.ts';
import { isoTime, wingName, type DrawerId } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { renamesProperty } from '../../model/source/renames.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import type { PalaceStore, WriteTransaction } from '../../store/palaceStore.ts';
import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import { composeSourceId } from '../../filing/drawerIds.ts';
import type { MiningProgress } from '../../filing/mineReport.ts';
import { miningLimits } from '../../filing/miningLimits.ts';
import { unreadSource } from '../../filing/unreadSource.ts';
import { progressReporter } from '../../filing/progressReporter.ts';
import { screenedInsert } from '../../filing/secrets/screenedInsert.ts';
import { findSecretsInSlices } from '../../filing/secrets/secretsOfPieces.ts';
import { readableName } from '../../filing/wings.ts';
import { nodeFileAccess } from '../fileAccess.ts';
import { folderRegistryKey, parseFolderRegistry } from '../../model/source/folderRegistry.ts';
import { projectName } from '../projects/projectName.ts';
import { askedForProperty, commitDrawer, commitTag, type CommitDrawer, type CommitPlace } from './commitDrawer.ts';
import { noFiles, type Commit } from './commitLog.ts';
import { completeCommit } from './completeCommit.ts';
import { reasonOf, type GitRefusal } from './gitOutcome.ts';
import { openGitSession, usualLimits, type GitLimits } from './gitSession.ts';
import { locateRepository } from './locateRepository.ts';
import { countCommits, readCommits, type CommitRange } from './readCommits.ts';
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
/** Commits per transaction, few enough that other work does not wait noticeably. */
const batchCommits = 40;

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

type Counts = Pick<CommitIndexReport, 'indexed' | 'duplicates' | 'skipped' | 'without_files' | 'incomplete'>;
const noCounts: Counts = { indexed: 0, duplicates: 0, skipped: 0, without_files: 0, incomplete: [] };

/** What a run has filed, and why that is not every commit that was asked for; no `reason` if it is. */
interface History extends Partial<Pick<GitRefusal, 'reason'>> {
  readonly outcome?: CommitIndexReport['outcome'];
  readonly counts?: Counts;
}

const fileHistory = async (
  store: PalaceStore,
  request: CommitIndexRequest,
  options: CommitIndexOptions,
): Promise<History> => {
  const folder = await locateRepository(request.repo_path);
  if (folder === null) return { outcome: 'not_a_repository', reason: reasonOf('not_a_repository') };
  const session = await openGitSession(folder, {
    env: options.env ?? process.env,
    signal: options.signal,
    limits: options.limits ?? usualLimits,
  });
  if ('outcome' in session) return session;
  const repository = await readRepository(session, folder);
  if ('outcome' in repository) return repository;
  const revision = await readRevision(session, request.branch);
  if ('outcome' in revision) return revision;

  const now = options.clock();
  const days = request.days ?? usualDays;
  const range: CommitRange = {
    reference: revision.reference,
    since: request.all === true ? null : new Date(now.getTime() - days * dayMs),
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

interface CommitFiling {
  readonly seen: () => number;
  readonly has: (sha: string) => boolean;
  readonly incomplete: (commit: IncompleteCommit) => void;
  readonly add: (commit: Commit) => Promise<void>;
  /** Files the commits that wait for their batch to fill. */
  readonly flush: () => Promise<void>;
  /** Of what has been filed so far. */
  readonly counts: () => Counts;
}

/** Files commits in batches. A commit that is listed twice is handled once. */
const commitFiling = (store: PalaceStore, place: CommitPlace): CommitFiling => {
  const seen = new Set<string>();
  const yieldToEventLoop = yieldToEventLoopEvery(20);
  let batch: CommitDrawer[] = [];
  let findings = new Map<DrawerId, readonly SecretFinding[]>();
  const counts = { indexed: 0, duplicates: 0, skipped: 0, without_files: 0 };
  const listed: IncompleteCommit[] = [];
  const flush = async (): Promise<void> => {
    const [drawers, secrets] = [batch, findings];
    batch = [];
    findings = new Map();
    if (drawers.length === 0) return;
    const filed = await store.write((transaction) => fileCommits(transaction, drawers, secrets, place));
    counts.indexed += filed;
    counts.duplicates += drawers.length - filed;
  };
  const incomplete = (commit: IncompleteCommit): void => {
    counts[commit.filed ? 'without_files' : 'skipped'] += 1;
    if (listed.length < mostIncomplete) listed.push(commit);
  };
  return {
    seen: () => seen.size,
    has: (sha: string) => seen.has(sha),
    incomplete,
    async add(commit: Commit): Promise<void> {
      if (seen.has(commit.sha)) return;
      seen.add(commit.sha);
      if (commit.cut) incomplete({ sha: commit.sha, filed: false, reason: 'its message is over 1 MiB' });
      else {
        const isCutOff = commit.files.count > 0 && place.repository.cutOff.has(commit.sha);
        if (isCutOff) incomplete({ sha: commit.sha, filed: true, reason: 'the shallow clone ends at it' });
        const filing = commitDrawer(isCutOff ? { ...commit, files: noFiles() } : commit, place);
        batch.push(filing);
        // Done here because nothing can interrupt a transaction.
        const secrets = await findSecretsInSlices(filing.drawer.text, {});
        if (secrets.length > 0) findings.set(filing.drawer.id, secrets);
      }
      if (batch.length >= batchCommits) await flush();
      await yieldToEventLoop();
    },
    flush,
    counts: () => ({ ...counts, incomplete: listed }),
  };
};

/** Returns how many were new. */
const fileCommits = (
  transaction: WriteTransaction,
  commits: readonly CommitDrawer[],
  findings: ReadonlyMap<DrawerId, readonly SecretFinding[]>,
  place: CommitPlace,
): number => {
  const fresh = commits.filter((commit) => {
    const { drawer, sha, properties } = commit;
    const { id, contentHash: hash } = drawer;
    const known = knownDrawers(transaction, sha);
    if (place.askedFor) keepForGood(transaction, known);
    addRenames(transaction, known, properties[renamesProperty]);
    completeCommit(transaction, known, commit, findings.get(id) ?? []);
    // A tag can be removed, but the ID still identifies the commit.
    const isErased = [hash, ...hashesOf(sha)].some((each) => transaction.read.isErased(each));
    return known.length === 0 && transaction.read.drawerById(id) === undefined && !isErased;
  });
  if (fresh.length === 0) return 0;
  putSource(transaction, place);
  screenedInsert(
    transaction,
    fresh.map(({ drawer }) => drawer),
    { findings },
  );
  for (const { drawer, tags, properties } of fresh) {
    transaction.addTags(drawer.id, tags);
    transaction.putProperties(drawer.id, properties);
  }
  return fresh.length;
};

/** Commits imported from some other memories are tagged with only twelve digits. */
const hashesOf = (sha: string): readonly string[] => [sha, sha.slice(0, 12)];

const knownDrawers = (transaction: WriteTransaction, sha: string) =>
  hashesOf(sha).flatMap((hash) => transaction.read.drawerIdsTagged(commitTag(hash)));

/**
 * Marks commits that were indexed without a request as requested. Archived ones stay archived: a person may have
 * archived them.
 */
const keepForGood = (transaction: WriteTransaction, ids: ReturnType<typeof knownDrawers>): void => {
  for (const id of ids) {
    const drawer = transaction.read.drawerById(id);
    if (
      drawer === undefined ||
      drawer.type !== 'git_commit' ||
      transaction.read.propertiesOf(id)['asked_for'] !== undefined
    )
      continue;
    transaction.putProperties(id, askedForProperty);
    if (drawer.tier === 'ephemeral' && !drawer.archived)
      transaction.updateDrawers([{ rowid: drawer.rowid, tier: 'working' }]);
  }
};

/** Commits that were indexed by an older version have no renames. */
const addRenames = (
  transaction: WriteTransaction,
  ids: ReturnType<typeof knownDrawers>,
  renames: string | undefined,
): void => {
  if (renames === undefined) return;
  for (const id of ids)
    if (transaction.read.propertiesOf(id)[renamesProperty] !== renames)
      transaction.putProperties(id, { [renamesProperty]: renames });
};

/** `harbor.git`, numbered if another repository of that name exists. */
const putSource = (transaction: WriteTransaction, { repository, sourceId, now }: CommitPlace): void => {
  if (transaction.read.sourceById(sourceId) !== undefined) return;
  const plain = readableName(repository.name);
  let name = `${plain}.git`;
  for (let number = 2; transaction.read.sourceByPath('git', name) !== undefined; number++)
    name = `${plain}-${number}.git`;
  transaction.putSource(unreadSource({ id: sourceId, kind: 'git', path: name }, isoTime(now)));
};
