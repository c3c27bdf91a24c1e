import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { LegRange } from '../candidates/legParts.ts';
import type { LegScores } from '../legs/legScores.ts';

/** The least and the greatest score over the scope. `floor`: the greatest that `least` may be. */
export const minMax = (leg: LegScores, { history, ...scope }: DrawerScope, floor?: number): LegRange => {
  if (leg.range !== undefined && history === undefined)
    return floor === undefined ? leg.range : { ...leg.range, least: Math.min(floor, leg.range.least) };
  const { mask } = scope;
  const { scores, slots } = leg;
  let least = floor ?? Infinity;
  let most = -Infinity;
  const end = slots === undefined ? mask.length : slots.length;
  for (let i = 0; i < end; i++) {
    const slot = slots === undefined ? i : (slots[i] ?? 0);
    if (mask[slot] !== 1 || history?.has(slot) === true) continue;
    const score = scores[slot] ?? NaN;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  // If there are only summaries of replaced drawers, they set the ends.
  if (most === -Infinity && history !== undefined) return minMax(leg, scope, floor);
  return { least, most };
};

/** The best drawer has 1, the worst 0; if all scores are equal, all have 1. NaN stays NaN. */
export const normalised = (score: number, { least, most }: LegRange): number => {
  const range = most - least;
  // A division, not a product with the inverse, so that the best drawer has exactly 1.
  return !(range > 0) && score === score ? 1 : Math.min(1, Math.max(0, (score - least) / range));
};

/** What words and meaning make together: `a` is the share of meaning. NaN if neither has the drawer. */
export const convexSum = (byWords: number, byMeaning: number, a: number): number => {
  if (byWords === byWords) return (byMeaning === byMeaning ? a * byMeaning : 0) + (1 - a) * byWords;
  return byMeaning === byMeaning ? a * byMeaning : NaN;
};

/** The range of the words' scores. A drawer with none of them scores 0, so 0 is the least unless every drawer has a word. */
export const wordRange = (lexical: LegScores, scope: DrawerScope): LegRange =>
  minMax(lexical, scope, lexical.matched < scope.count ? 0 : undefined);
