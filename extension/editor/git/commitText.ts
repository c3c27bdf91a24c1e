import type { CommitIndexReport } from '../../palace/contract/filing/commitIndexSchemas.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { daysText } from '../platform/countedText.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { Amount } from './commitIndexer.ts';

/** The full hash of a commit's drawer; null if it has none because it was imported by hand. */
export const commitHash = ({ type, tags }: Pick<DrawerView, 'type' | 'tags'>): string | null =>
  type === 'git_commit'
    ? (tags.map((tag) => /^sha:([0-9a-f]{40}|[0-9a-f]{64})$/.exec(tag)?.[1]).find((sha) => sha !== undefined) ??
      null)
    : null;

/** The result of indexing in one or two sentences. `outside`: the branch has commits, but none of the days asked for. */
export const indexedText = (
  report: CommitIndexReport,
  amount: Amount,
  localiser: Localiser,
): { readonly text: string; readonly outcome: 'indexed' | 'outside' | 'failed' } => {
  const { indexed, duplicates, skipped, without_files: bare } = report;
  const why = reasonText(report, localiser);
  const counts = [
    indexed === 1 ? localiser.t('1 commit indexed') : localiser.t('{0} commits indexed', localiser.count(indexed)),
    duplicates === 0 ? null : localiser.t('{0} known before', localiser.count(duplicates)),
    skipped === 0
      ? null
      : localiser.t('{0} skipped ({1})', localiser.count(skipped), named(report, false, localiser)),
    bare === 0
      ? null
      : localiser.t('{0} without their files ({1})', localiser.count(bare), named(report, true, localiser)),
  ]
    .filter((part) => part !== null)
    .join(', ');
  if (indexed + duplicates + skipped > 0)
    return { text: [`${counts}.`, why].filter((part) => part !== null).join(' '), outcome: 'indexed' };
  if (why !== null || !('days' in amount))
    return { text: why ?? localiser.t('The current branch has no commits yet.'), outcome: 'failed' };
  const days = daysText(amount.days, localiser);
  return { text: localiser.t('No commit on this branch is from the last {0}.', days), outcome: 'outside' };
};

/** Maximum commits named in a sentence; the log has the report. */
const mostNamed = 3;

/** `1a2b3c4, 5d6e7f8, …: git needed more memory than it may use` */
const named = (
  { incomplete, skipped, without_files: bare }: CommitIndexReport,
  filed: boolean,
  localiser: Localiser,
): string => {
  const commits = incomplete.filter((commit) => commit.filed === filed);
  const hashes = commits.slice(0, mostNamed).map(({ sha }) => sha.slice(0, 7));
  if ((filed ? bare : skipped) > hashes.length) hashes.push('…');
  const reasons = [...new Set(commits.map(({ reason }) => localisedReason(reason, localiser)))];
  return localiser.t('{0}: {1}', hashes.join(', '), reasons.join('; '));
};

const reasonText = ({ outcome, reason }: CommitIndexReport, localiser: Localiser): string | null => {
  switch (outcome) {
    case 'indexed':
      return reason === null ? null : localiser.t('The clone is shallow: its older history is not here.');
    case 'no_commits':
      return localiser.t('The current branch has no commits yet.');
    case 'not_a_repository':
      return localiser.t('This workspace is not a Git repository.');
    case 'git_missing':
      return localiser.t('Git was not found. Install it, or add it to the PATH, then start the editor again.');
    case 'timed_out':
      return localiser.t('Git did not answer in time and was stopped.');
    default:
      return localiser.t('Git could not read everything: {0}.', localisedReason(reason ?? outcome, localiser));
  }
};

/** A commit as it was filed, for a read-only document: who, when, from where, and the text with its files. */
export const commitDocument = (drawer: DrawerView, localiser: Localiser): string => {
  const { properties } = drawer;
  const line = (label: string, value: string | undefined): string | null =>
    value === undefined || value === '' ? null : `${label} ${oneLine(value)}`;
  const author = [
    properties['author'],
    properties['author_email'] === undefined ? undefined : `<${properties['author_email']}>`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
  return [
    line(localiser.t('Commit:'), commitHash(drawer) ?? undefined),
    line(localiser.t('Author:'), author),
    line(
      localiser.t('Date:'),
      properties['author_date'] === undefined
        ? drawer.filed_at
        : (localTime(properties['author_date']) ?? drawer.filed_at),
    ),
    line(localiser.t('Parents:'), properties['parents']),
    line(localiser.t('Branch:'), properties['branch']),
    line(localiser.t('Repository:'), properties['repository']),
    '',
    drawer.text,
    '',
  ]
    .filter((part) => part !== null)
    .join('\n');
};

/** `1767225600 +0100` as the author's clock showed it: `2026-01-01 01:00:00 +0100`. */
const localTime = (raw: string): string | null => {
  const [, seconds = '', sign = '', hours = '', minutes = ''] = /^(-?\d+) ([+-])(\d\d)(\d\d)$/.exec(raw) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = new Date((Number(seconds) + offset * 60) * 1000);
  return seconds === '' || Number.isNaN(time.getTime())
    ? null
    : `${time.toISOString().replace('T', ' ').slice(0, -5)} ${sign}${hours}${minutes}`;
};

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
