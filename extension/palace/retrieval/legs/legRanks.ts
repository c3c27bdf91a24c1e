import { partitionPoint } from '../../../base/partitionPoint.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { LegScores } from './legScores.ts';

/** How finely the scores are divided to count those before each of the asked ones. */
const buckets = 16_384;

/**
 * The rank (from 1) of each of `slots` in a leg's order over the scope: greater scores first, ties to the lower slot. Null
 * if the leg has no score for the drawer. One pass over the leg; the scope is not sorted.
 */
export const legRanks = (
  leg: Pick<LegScores, 'scores' | 'slots'>,
  scope: DrawerScope,
  slots: readonly number[],
): (number | null)[] => {
  const asked = slots
    .map((slot, i) => ({ slot, i, score: leg.scores[slot] ?? NaN }))
    .filter(({ score }) => !Number.isNaN(score));
  asked.sort((a, b) => b.score - a.score || a.slot - b.slot);
  const range = rangeOf(asked);
  const { least, most, width } = range;
  const bucketsOfAsked = Uint32Array.from(asked, ({ score }) => bucketOf(score, least, most, width));
  const askedAbove = numberAbove(bucketsOfAsked);
  const { above, beside } = counted(leg, scope, range, bucketsOfAsked);
  // before[j] counts the drawers of asked[j]'s bucket that rank before it but not before another one of that bucket.
  const before = new Uint32Array(asked.length + 1);
  const [askedScores, askedSlots] = [asked.map(({ score }) => score), asked.map(({ slot }) => slot)];
  for (const slot of beside) {
    const score = leg.scores[slot] ?? NaN;
    const bucket = bucketOf(score, least, most, width);
    const end = askedAbove[bucket - 1] ?? asked.length;
    const place = partitionPoint(askedAbove[bucket] ?? 0, end, (j) => {
      const at = askedScores[j] ?? NaN;
      return at > score || (at === score && (askedSlots[j] ?? NaN) <= slot);
    });
    if (place < end) before[place] = (before[place] ?? 0) + 1;
  }
  const ranks: (number | null)[] = slots.map(() => null);
  let ahead = 0;
  asked.forEach(({ i }, j) => {
    const bucket = bucketsOfAsked[j] ?? 0;
    if (bucket !== bucketsOfAsked[j - 1]) ahead = above[bucket] ?? 0;
    ahead += before[j] ?? 0;
    ranks[i] = ahead + 1;
  });
  return ranks;
};

/** The last asked one's score and the first one's. */
interface AskedRange {
  readonly least: number;
  readonly most: number;
  /** Buckets per unit of the score; 0 if one bucket holds all but the first. */
  readonly width: number;
}

const rangeOf = (asked: readonly { readonly score: number }[]): AskedRange => {
  const [most, least] = [asked[0]?.score ?? -Infinity, asked.at(-1)?.score ?? Infinity];
  const width = buckets / (most - least);
  return { least, most, width: most > least && width < Infinity ? width : 0 };
};

/**
 * Never falls as the score rises, so of two scores in different buckets the greater is known. `score` is
 * `least` or more.
 */
const bucketOf = (score: number, least: number, most: number, width: number): number =>
  // Cut to an integer, at most the number of buckets, by the quickest operation that does so.
  score >= most ? buckets : ((score - least) * width) | 0;

/** How many elements of `inBuckets` are above each bucket. */
const numberAbove = (inBuckets: Uint32Array): Uint32Array => {
  const counts = new Uint32Array(buckets + 1);
  for (const bucket of inBuckets) counts[bucket] = (counts[bucket] ?? 0) + 1;
  return sumAbove(counts);
};

/** Replaces each bucket's count by the sum of those above it. */
const sumAbove = (counts: Uint32Array): Uint32Array => {
  let sum = 0;
  for (let bucket = buckets; bucket >= 0; bucket--) {
    const own = counts[bucket] ?? 0;
    counts[bucket] = sum;
    sum += own;
  }
  return counts;
};

/**
 * How many drawers of the scope are above each bucket, and which share a bucket with an asked one. A drawer that ranks
 * after the last asked one is left out: it is before none of them.
 */
const counted = (
  { scores, slots: held }: Pick<LegScores, 'scores' | 'slots'>,
  { mask }: DrawerScope,
  { least, most, width }: AskedRange,
  bucketsOfAsked: Uint32Array,
): { readonly above: Uint32Array; readonly beside: readonly number[] } => {
  const isAsked = new Uint8Array(buckets + 1);
  for (const bucket of bucketsOfAsked) isAsked[bucket] = 1;
  const counts = new Uint32Array(buckets + 1);
  const beside: number[] = [];
  const end = held === undefined ? mask.length : held.length;
  for (let i = 0; i < end; i++) {
    const slot = held === undefined ? i : (held[i] ?? 0);
    const score = scores[slot] ?? NaN;
    if (!(score >= least) || mask[slot] !== 1) continue;
    const bucket = bucketOf(score, least, most, width);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    if (isAsked[bucket] === 1) beside.push(slot);
  }
  return { above: sumAbove(counts), beside };
};
