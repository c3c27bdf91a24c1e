import { withAuthorDates } from './authorDates.ts';
import { CommitLog, CommitLogError, commitFormat, type Commit, type FileList } from './commitLog.ts';
import { reasonOf, type GitRefusal } from './gitOutcome.ts';
import type { GitSession } from './gitSession.ts';

export interface CommitRange {
  /** As in {@link Revision}. */
  readonly reference: string;
  /** Only commits committed at or after this time; null for all history. */
  readonly since: Date | null;
}

const listArguments: Readonly<Record<FileList, readonly string[]>> = {
  numstat: ['--numstat', '-M'],
  // Without rename detection, names need no file contents, so a partial clone has them.
  names: ['--name-only', '--no-renames'],
  none: ['--no-patch'],
};

const range = ({ reference, since }: CommitRange): readonly string[] => [
  ...(since === null ? [] : [`--since=@${Math.floor(since.getTime() / 1000)}`]),
  '--end-of-options',
  reference,
  '--',
];

const logArguments = (list: FileList, commits: CommitRange): readonly string[] => [
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
  ...range(commits),
];

/**
 * Lists commits, newest first, with the files that each one changed, at most `mostNames` of them by name. If file contents are missing (a partial clone;
 * nothing is ever fetched), the remaining commits have file names only. If folders are missing too, they have no files.
 * In these cases, `take` may get a commit twice. Returns why the list is incomplete, or null.
 */
export const readCommits = async (
  session: GitSession,
  commits: CommitRange,
  mostNames: number,
  take: (commits: readonly Commit[]) => Promise<void>,
): Promise<GitRefusal | null> => {
  let first: GitRefusal | null = null;
  for (const list of ['numstat', 'names', 'none'] as const) {
    const refusal = await readList(session, new CommitLog(list, mostNames), logArguments(list, commits), take);
    if (refusal === null) return null;
    first ??= refusal;
    if (refusal.outcome !== 'damaged') break;
  }
  return first;
};

const readList = async (
  session: GitSession,
  log: CommitLog,
  words: readonly string[],
  take: (commits: readonly Commit[]) => Promise<void>,
): Promise<GitRefusal | null> => {
  try {
    const refusal = await session.read(words, async (bytes) =>
      take(await withAuthorDates(session, log.push(bytes))),
    );
    if (refusal !== null) return refusal;
    const last = log.end();
    if (last !== null) await take(await withAuthorDates(session, [last]));
    return null;
  } catch (thrown) {
    if (thrown instanceof CommitLogError)
      return { outcome: 'damaged', reason: reasonOf('damaged', { detail: thrown.message }) };
    throw thrown;
  }
};

/** Number of commits, or null if it can't be determined. */
export const countCommits = async (session: GitSession, commits: CommitRange): Promise<number | null> => {
  const answer = await session.ask(['rev-list', '--count', ...range(commits)]);
  const count = typeof answer === 'string' ? Number(answer) : NaN;
  return Number.isSafeInteger(count) ? count : null;
};
