import { mostHashes, withAuthorDates } from './authorDates.ts';
import { CommitLog, CommitLogError, commitFormat, type Commit, type FileList } from './commitLog.ts';
import { reasonOf, type GitRefusal } from './gitOutcome.ts';
import type { IncompleteCommit } from '../../contract/filing/commitIndexSchemas.ts';
import type { GitSession } from './gitSession.ts';
import { withWideMessages } from './wideMessages.ts';

export interface CommitRange {
  /** As in {@link Revision}. */
  readonly reference: string;
  /** Only commits committed at or after this time; null for all history. */
  readonly since: Date | null;
  /** How many commits are looked at, newest first, for ones that a wrong date hides from git; all if absent. */
  readonly mostWalked?: number;
}

/** Where nobody asked, that is after each commit and when a workspace opens, git may take some tenths of a second. */
export const mostWalkedUnasked = 20_000;

const listArguments: Readonly<Record<FileList, readonly string[]>> = {
  numstat: ['--numstat', '-M'],
  // Without rename detection, names need no file contents, so a partial clone has them.
  names: ['--name-only', '--no-renames'],
  none: ['--no-patch'],
};

/** Up to the first commit of each line of history that is older. */
const range = ({ reference, since }: CommitRange): readonly string[] => [
  ...(since === null ? [] : [`--since=${gitTime(since)}`]),
  '--end-of-options',
  reference,
  '--',
];

const walk = ({ reference, mostWalked }: CommitRange): readonly string[] => [
  'rev-list',
  '--timestamp',
  ...(mostWalked === undefined ? [] : [`--max-count=${mostWalked}`]),
  '--end-of-options',
  reference,
  '--',
];

/** In whole seconds. Git knows no time before 1970. */
const secondsOf = (at: Date): number => Math.max(0, Math.floor(at.getTime() / 1000));
/** With its zone: git reads a number of fewer than nine digits as something else. */
const gitTime = (at: Date): string => `@${secondsOf(at)} +0000`;

const these = (commits: readonly string[]): readonly string[] => [
  '--no-walk=unsorted',
  '--end-of-options',
  ...commits,
  '--',
];

const logArguments = (list: FileList, commits: readonly string[]): readonly string[] => [
  'log',
  '-z',
  ...listArguments[list],
  commitFormat,
  '--date=raw',
  '--no-color',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-textconv',
  '--no-mailmap',
  '--no-notes',
  '--no-decorate',
  '--ignore-submodules=all',
  '--submodule=short',
  '--no-relative',
  '-O/dev/null',
  ...commits,
];

/** Takes what {@link readCommits} finds. */
interface CommitSink {
  take(commits: readonly Commit[]): Promise<void>;
  has(sha: string): boolean;
  /** `filed`: the commit was taken, but without its files. */
  incomplete(commit: IncompleteCommit): void;
}

/** After so many commits that can't be read with a kind of list, the next weaker kind is used. */
const mostFailures = 5;

/**
 * Lists commits, newest first, with the files that each one changed, at most `mostNames` of them by name. If git fails
 * on the way, the rest is read in small groups, and a commit that git can't compare within its limits is read by
 * itself: with file names only (a partial clone has no more; nothing is ever fetched), without files, or not at all.
 * Git goes no further where a commit is too old, but what lies behind one with a wrong date may be newer: the hashes of the whole
 * history are looked through for that, too. Returns why commits are missing that can't be named, or null.
 */
export const readCommits = async (
  session: GitSession,
  commits: CommitRange,
  mostNames: number,
  sink: CommitSink,
): Promise<GitRefusal | null> => {
  const read = (list: FileList, which: readonly string[]): Promise<GitRefusal | null> =>
    readList(session, new CommitLog(list, mostNames), logArguments(list, which), (found) => sink.take(found));
  const refusal = await read('numstat', range(commits));
  if (refusal === null && commits.since === null) return null;
  if (refusal !== null && !['damaged', 'timed_out', 'out_of_memory'].includes(refusal.outcome)) return refusal;
  const rest: string[] = [];
  const unlisted = await listHashes(session, commits, (sha) => {
    if (!sink.has(sha)) rest.push(sha);
  });
  await readInGroups(rest, sink, (list, hashes) => read(list, these(hashes)));
  return unlisted === null ? null : refusal;
};

const lists = ['numstat', 'names', 'none'] as const;

type ReadThese = (list: FileList, hashes: readonly string[]) => Promise<GitRefusal | null>;

const readInGroups = async (hashes: readonly string[], sink: CommitSink, read: ReadThese): Promise<void> => {
  let [strength, failures] = [0, 0];
  // A run that fails has printed all commits before the one it fails at, except perhaps the last.
  let alone = 2;
  let last = '';
  for (let at = 0; at < hashes.length;) {
    const [sha = '', list = 'none'] = [hashes[at], lists[strength]];
    if (sink.has(sha)) {
      at += 1;
      if (list === 'none') sink.incomplete({ sha, filed: true, reason: last });
      continue;
    }
    const group = hashes.slice(at, at + (alone > 0 ? 1 : mostHashes));
    const refusal = await read(list, group);
    if (refusal !== null && group.length > 1) {
      alone = 2;
      continue;
    }
    at += group.length;
    alone = Math.max(0, alone - 1);
    if (refusal !== null) {
      await readAlone(sha, list, refusal, sink, read);
      last = refusal.reason;
      alone = 1;
      failures += 1;
      if (failures % mostFailures === 0) strength += 1;
    } else if (list === 'none') for (const sha of group) sink.incomplete({ sha, filed: true, reason: last });
  }
};

/** Reads a commit that failed with `list`. One that is too costly is not tried with names, which cost as much. */
const readAlone = async (
  sha: string,
  list: FileList,
  refusal: GitRefusal,
  sink: CommitSink,
  read: ReadThese,
): Promise<void> => {
  if (list === 'numstat' && refusal.outcome === 'damaged' && (await read('names', [sha])) === null) return;
  if (list !== 'none') await read('none', [sha]);
  sink.incomplete({ sha, filed: sink.has(sha), reason: refusal.reason });
};

/** Commits with what git does not print of them. */
const completed = async (session: GitSession, commits: readonly Commit[]): Promise<readonly Commit[]> =>
  withAuthorDates(session, await withWideMessages(session, commits));

const readList = async (
  session: GitSession,
  log: CommitLog,
  words: readonly string[],
  take: (commits: readonly Commit[]) => Promise<void>,
): Promise<GitRefusal | null> => {
  try {
    const refusal = await session.read(words, async (bytes) => take(await completed(session, log.push(bytes))));
    if (refusal !== null) return refusal;
    const last = log.end();
    if (last !== null) await take(await completed(session, [last]));
    return null;
  } catch (thrown) {
    if (thrown instanceof CommitLogError)
      return { outcome: 'damaged', reason: reasonOf('damaged', { detail: thrown.message }) };
    throw thrown;
  }
};

/** Calls `take` with the hash of each commit of the range, also behind older ones, in the order of the log. */
const listHashes = (
  session: GitSession,
  commits: CommitRange,
  take: (sha: string) => void,
): Promise<GitRefusal | null> => {
  const since = commits.since === null ? 0 : secondsOf(commits.since);
  let rest = '';
  return session.read(walk(commits), (bytes) => {
    const lines = (rest + Buffer.from(bytes).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [seconds = '', sha = ''] = line.split(' ');
      if (Number(seconds) >= since) take(sha);
    }
  });
};

/** Whether there is a commit. Where git itself finds none of late, one may lie behind a wrong date. */
export const hasCommits = async (session: GitSession, commits: CommitRange): Promise<boolean> => {
  const newest = await session.ask(['rev-list', '--max-count=1', ...range(commits)]);
  if (typeof newest === 'string' && newest.trim() !== '') return true;
  return ((await countCommits(session, commits)) ?? 0) > 0;
};

/** Number of commits, or null if it can't be determined. */
export const countCommits = async (session: GitSession, commits: CommitRange): Promise<number | null> => {
  let count = 0;
  const refusal = await listHashes(session, commits, () => (count += 1));
  return refusal === null ? count : null;
};
