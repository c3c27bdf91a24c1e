import type { Commit } from './commitLog.ts';
import type { GitSession } from './gitSession.ts';

/** Commits a run: their hashes stand on its command line. */
const mostHashes = 200;

/**
 * Commits whose author date git prints as nothing (before 1970, without a zone), with the date as it is written in the
 * commit itself, where that is a number.
 */
export const withAuthorDates = async (
  session: GitSession,
  commits: readonly Commit[],
): Promise<readonly Commit[]> => {
  const undated = commits.filter(({ authorDate }) => authorDate === '').map(({ sha }) => sha);
  if (undated.length === 0) return commits;
  const dates = new Map<string, string>();
  for (let from = 0; from < undated.length; from += mostHashes) {
    const output = await session.ask([
      'log',
      '-z',
      '--no-walk=unsorted',
      '--pretty=raw',
      '--no-patch',
      '--no-color',
      '--no-decorate',
      '--no-show-signature',
      '--no-notes',
      '--no-mailmap',
      '--end-of-options',
      ...undated.slice(from, from + mostHashes),
      '--',
    ]);
    if (typeof output !== 'string') break;
    for (const record of output.split('\0')) {
      const [sha, date] = [/^commit ([0-9a-f]+)/.exec(record)?.[1], writtenDate(record)];
      if (sha !== undefined && date !== null) dates.set(sha, date);
    }
  }
  return commits.map((commit) => ({
    ...commit,
    authorDate: commit.authorDate === '' ? (dates.get(commit.sha) ?? '') : commit.authorDate,
  }));
};

/** `-86400 +0000` from a commit's header; UTC where it names no zone. */
const writtenDate = (record: string): string | null => {
  const found = /^author .*> (-?\d{1,15})(?: ([+-]\d{4}))?$/m.exec(record.split('\n\n')[0] ?? '');
  return found === null ? null : `${found[1]} ${found[2] ?? '+0000'}`;
};
