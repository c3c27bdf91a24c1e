import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import {
  mostIncomplete,
  type CommitIndexReport,
  type IncompleteCommit,
} from '../../contract/filing/commitIndexSchemas.ts';
import type { ReasonText } from '../../contract/search/reasonTexts.ts';
import { screenedInsert } from '../../filing/secrets/screenedInsert.ts';
import { findSecretsInSlices } from '../../filing/secrets/secretsOfPieces.ts';
import { unreadSource } from '../../filing/unreadSource.ts';
import { readableName } from '../../filing/wings.ts';
import { isoTime, type DrawerId } from '../../model/drawer/ids.ts';
import { renamesProperty } from '../../model/source/renames.ts';
import type { PalaceStore, WriteTransaction } from '../../store/palaceStore.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import { askedForProperty, commitDrawer, commitTag, type CommitDrawer, type CommitPlace } from './commitDrawer.ts';
import { noFiles, type Commit } from './commitLog.ts';
import { completeCommit } from './completeCommit.ts';

/** Commits per transaction, few enough that other work does not wait noticeably. */
const batchCommits = 40;

const tooLong: ReasonText = 'its message is over 1 MiB';
const atTheEnd: ReasonText = 'the shallow clone ends at it';

/** What has been filed of a history. */
export type FiledCounts = Pick<
  CommitIndexReport,
  'indexed' | 'duplicates' | 'skipped' | 'without_files' | 'incomplete'
>;

interface CommitFiling {
  readonly seen: () => number;
  readonly has: (sha: string) => boolean;
  readonly incomplete: (commit: IncompleteCommit) => void;
  readonly add: (commit: Commit) => Promise<void>;
  /** Files the commits that wait for their batch to fill. */
  readonly flush: () => Promise<void>;
  /** Of what has been filed so far. */
  readonly counts: () => FiledCounts;
}

/** Files the commits of a repository in batches. A commit that is listed twice is handled once. */
export const commitFiling = (store: PalaceStore, place: CommitPlace): CommitFiling => {
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
      if (commit.cut) incomplete({ sha: commit.sha, filed: false, reason: tooLong });
      else {
        const isCutOff = commit.files.count > 0 && place.repository.cutOff.has(commit.sha);
        if (isCutOff) incomplete({ sha: commit.sha, filed: true, reason: atTheEnd });
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
