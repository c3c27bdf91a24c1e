import { batches } from '../../../base/batches.ts';
import type { Commit } from './commitLog.ts';
import type { GitSession } from './gitSession.ts';

/** Most commits per run, because their hashes are on the command line. */
export const mostHashes = 200;

/**
 * Fills in author dates that git prints as empty (before 1970, or without a zone). The date is taken from the commit
 * itself, if it is a number there.
 */
export const withAuthorDates = async (
  session: GitSession,
  commits: readonly Commit[],
): Promise<readonly Commit[]> => {
  const undated = commits.filter(({ authorDate }) => authorDate === '').map(({ sha }) => sha);
  if (undated.length === 0) return commits;
  const dates = new Map<string, string>();
  for (const hashes of batches(undated, mostHashes)) {
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
      ...hashes,
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

/** `-86400 +0000` from a commit's header; UTC if it names no zone. */
const writtenDate = (record: string): string | null => {
  const found = /^author .*> (-?\d{1,15})(?: ([+-]\d{4,10}))?$/m.exec(record.split('\n\n')[0] ?? '');
  return found === null ? null : `${found[1]} ${found[2] ?? '+0000'}`;
};
