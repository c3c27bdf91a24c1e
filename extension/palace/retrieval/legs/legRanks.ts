import { partitionPoint } from '../../../base/partitionPoint.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
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
  const { least, most, width, placeIn, placeAmong } = places(asked);
  // before[j] counts the drawers that rank before asked[j] but not before asked[j - 1].
  const before = new Float64Array(asked.length + 1);
  const end = held === undefined ? scope.mask.length : held.length;
  for (let i = 0; i < end; i++) {
    const slot = held === undefined ? i : (held[i] ?? 0);
    const score = scores[slot] ?? NaN;
    // A drawer that ranks after the last asked one is before none of them.
    if (!(score >= least) || scope.mask[slot] !== 1) continue;
    const bucket = bucketOf(score, least, most, width);
    const only = placeIn[bucket] ?? 0;
    const place = only === contested ? placeAmong(bucket, score, slot) : only;
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

/** Stands for the place of a bucket that has asked ones in it. */
const contested = -1;

/**
 * Never falls as the score rises, so of two scores in different buckets the greater is known. `score` is
 * `least` or more.
 */
const bucketOf = (score: number, least: number, most: number, width: number): number =>
  // Cut to an integer, at most the number of buckets, by the quickest operation that does so.
  score >= most ? buckets : ((score - least) * width) | 0;

/** The asked ones, best first, as {@link legRanks} finds where a drawer stands among them. */
interface Places {
  /** The last one's score and the first one's. */
  readonly least: number;
  readonly most: number;
  /** Buckets per unit of the score; 0 if one bucket holds all but the first. */
  readonly width: number;
  /** How many asked ones rank before every drawer of a bucket; {@link contested} if that differs among its drawers. */
  readonly placeIn: Int32Array;
  /** How many of them rank before a drawer of a contested bucket or are it. */
  readonly placeAmong: (bucket: number, score: number, slot: number) => number;
}

const places = (asked: readonly { readonly slot: number; readonly score: number }[]): Places => {
  const scores = Float64Array.from(asked, ({ score }) => score);
  const slots = Float64Array.from(asked, ({ slot }) => slot);
  const [most, least] = [scores[0] ?? -Infinity, scores.at(-1) ?? Infinity];
  const density = buckets / (most - least);
  const width = most > least && density < Infinity ? density : 0;
  /** How many asked ones are in a bucket or above it. */
  const above = new Uint32Array(buckets + 2);
  for (const score of scores) {
    const bucket = bucketOf(score, least, most, width);
    above[bucket] = (above[bucket] ?? 0) + 1;
  }
  const placeIn = new Int32Array(buckets + 1);
  for (let bucket = buckets; bucket >= 0; bucket--) {
    const higher = above[bucket + 1] ?? 0;
    placeIn[bucket] = above[bucket] === 0 ? higher : contested;
    above[bucket] = (above[bucket] ?? 0) + higher;
  }
  return {
    least,
    most,
    width,
    placeIn,
    placeAmong: (bucket, score, slot) =>
      partitionPoint(above[bucket + 1] ?? 0, above[bucket] ?? 0, (place) => {
        const at = scores[place] ?? 0;
        return at > score || (at === score && (slots[place] ?? 0) <= slot);
      }),
  };
};
