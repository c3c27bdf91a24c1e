import { partitionPoint } from '../../../base/partitionPoint.ts';
import type { DrawerScope } from '../../model/drawerScope.ts';
import type { LegScores } from './legScores.ts';

/** How finely the scores are divided to find where one belongs among those that were asked for. */
const buckets = 4096;

/**
 * The rank (from 1) of each of `slots` in a leg's order over the scope: greater scores first, ties to the lower slot. Null
 * if the leg has no score for the drawer. One pass over the leg; the scope is not sorted.
 */
export const legRanks = (
  { scores, slots: held }: Pick<LegScores, 'scores' | 'slots'>,
  scope: DrawerScope,
  slots: readonly number[],
): (number | null)[] => {
  const asked = slots
    .map((slot, i) => ({ slot, i, score: scores[slot] ?? NaN }))
    .filter(({ score }) => !Number.isNaN(score));
  asked.sort((a, b) => b.score - a.score || a.slot - b.slot);
  const { least, placeOf } = places(asked);
  // before[j] counts the drawers that rank before asked[j] but not before asked[j - 1].
  const before = new Float64Array(asked.length + 1);
  const end = held === undefined ? scope.mask.length : held.length;
  for (let i = 0; i < end; i++) {
    const slot = held === undefined ? i : (held[i] ?? 0);
    const score = scores[slot] ?? NaN;
    // A drawer that ranks after the last asked one is before none of them.
    if (!(score >= least) || scope.mask[slot] !== 1) continue;
    const place = placeOf(score, slot);
    before[place] = (before[place] ?? 0) + 1;
  }
  const ranks: (number | null)[] = slots.map(() => null);
  let ahead = 0;
  asked.forEach(({ i }, j) => {
    ahead += before[j] ?? 0;
    ranks[i] = ahead + 1;
  });
  return ranks;
};

/**
 * How many of the asked ones, in their order, rank before a drawer or are it: by the bucket of its score, and among the few of the
 * same bucket by a binary search. `least` is the last one's score.
 */
const places = (
  asked: readonly { readonly slot: number; readonly score: number }[],
): { readonly least: number; readonly placeOf: (score: number, slot: number) => number } => {
  const scores = Float64Array.from(asked, ({ score }) => score);
  const slots = Float64Array.from(asked, ({ slot }) => slot);
  const [most, least] = [scores[0] ?? -Infinity, scores.at(-1) ?? Infinity];
  const width = most > least ? buckets / (most - least) : 0;
  // Never falls where the score rises, so that another bucket settles which of two is greater.
  const bucketOf = (score: number): number =>
    score >= most || width === Infinity ? buckets : Math.min(buckets, Math.floor((score - least) * width));
  // above[b]: how many asked ones are in a bucket over b - 1.
  const above = new Uint32Array(buckets + 2);
  for (const score of scores) {
    const bucket = bucketOf(score);
    above[bucket] = (above[bucket] ?? 0) + 1;
  }
  for (let bucket = buckets - 1; bucket >= 0; bucket--)
    above[bucket] = (above[bucket] ?? 0) + (above[bucket + 1] ?? 0);
  return {
    least,
    placeOf: (score, slot) => {
      const bucket = bucketOf(score);
      return partitionPoint(above[bucket + 1] ?? 0, above[bucket] ?? 0, (place) => {
        const at = scores[place] ?? 0;
        return at > score || (at === score && (slots[place] ?? 0) <= slot);
      });
    },
  };
};
