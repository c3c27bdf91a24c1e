import { createHash } from 'node:crypto';
import type { DrawerId, IsoTime } from '../../model/drawer/ids.ts';
import type { PatternRecord } from '../../store/queries/patterns.ts';

/** The facts of an issue that patterns need. */
export interface IssueFacts {
  readonly id: DrawerId;
  readonly filedAt: IsoTime;
  readonly text: string;
}

interface PatternOutcome {
  readonly pattern: PatternRecord;
  readonly change: 'created' | 'extended' | 'reopened';
  /** IDs of the patterns that were merged into it. */
  readonly merged: readonly string[];
}

/** An issue joins a pattern if at least this many others are like it. */
export const leastAlike = 2;
export const longestLabel = 200;

/**
 * The pattern that a new issue makes with the issues like it: a new one, or the oldest of the known patterns, into
 * which the others are merged. Null with fewer than {@link leastAlike} similar issues. `members` are the existing
 * issues that the pattern will have; the first line of the shortest one is the label. A resolved pattern is open
 * again.
 */
export const patternOf = (
  issue: IssueFacts,
  alike: readonly IssueFacts[],
  known: readonly PatternRecord[],
  members: readonly IssueFacts[],
): PatternOutcome | null => {
  if (alike.length < leastAlike) return null;
  const [oldest, ...younger] = [...known].sort(byAge);
  const fresh = [...alike, issue].sort((a, b) => order(a.filedAt, b.filedAt) || order(a.id, b.id));
  const ids = [
    ...new Set([
      ...(oldest === undefined ? [] : [oldest, ...younger].flatMap(({ entry_ids }) => entry_ids)),
      ...fresh.map(({ id }) => id),
    ]),
  ];
  const times = [
    ...fresh.map(({ filedAt }) => filedAt),
    ...known.flatMap(({ first_seen, last_seen }) => [first_seen, last_seen]),
  ].sort(byTime);
  // Occurrences without an ID still count.
  const unnamed = known.reduce(
    (sum, { entry_ids, occurrence_count }) => sum + Math.max(0, occurrence_count - entry_ids.length),
    0,
  );
  return {
    pattern: {
      id: oldest?.id ?? newId(fresh),
      label: labelOf(members) ?? oldest?.label ?? '',
      entry_ids: ids,
      occurrence_count: ids.length + unnamed,
      first_seen: times[0] ?? issue.filedAt,
      last_seen: times.at(-1) ?? issue.filedAt,
      resolved: false,
    },
    change: oldest === undefined ? 'created' : known.some(({ resolved }) => resolved) ? 'reopened' : 'extended',
    merged: younger.map(({ id }) => id),
  };
};

/** The first line of the shortest text that is not empty; of equally short ones, that of the oldest. */
export const labelOf = (members: readonly IssueFacts[]): string | undefined =>
  [...members]
    .sort((a, b) => a.text.length - b.text.length || order(a.filedAt, b.filedAt) || order(a.id, b.id))
    .map(
      ({ text }) =>
        text
          .split('\n')
          .map((line) => line.trim())
          .find((line) => line !== '') ?? '',
    )
    .find((line) => line !== '')
    ?.slice(0, longestLabel)
    .replace(/[\ud800-\udbff]$/, '');

const newId = (members: readonly IssueFacts[]): string =>
  `pattern_${createHash('sha256')
    .update(
      members
        .map(({ id }) => id)
        .sort()
        .join('\0'),
    )
    .digest('hex')
    .slice(0, 16)}`;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b) || order(a, b);

const byAge = (a: PatternRecord, b: PatternRecord): number =>
  byTime(a.first_seen, b.first_seen) || order(a.id, b.id);
