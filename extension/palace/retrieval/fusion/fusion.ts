import type { FusedHit, LegScores, SupportLeg } from '../legs/legScores.ts';
import type { DrawerScope } from '../../model/drawerScope.ts';
import type { LegName, LegPlace } from '../candidates/candidate.ts';
import type { LegRange } from '../candidates/legParts.ts';
import { bestSlots } from '../legs/bestSlots.ts';
import { legRanks } from '../legs/legRanks.ts';

const nowhere: LegPlace = { rank: null, score: 0, share: 0 };

/** `floor`: the greatest that `least` may be. */
export const minMax = (leg: LegScores, { history, ...scope }: DrawerScope, floor?: number): LegRange => {
  const { mask } = scope;
  const { scores } = leg;
  let least = floor ?? Infinity;
  let most = -Infinity;
  for (let slot = 0; slot < mask.length; slot++) {
    if (mask[slot] !== 1 || history?.has(slot) === true) continue;
    const score = scores[slot] ?? NaN;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  // Where there is nothing but history, it measures itself.
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

/** Chooses the pool's slots, in order. `relevance` is the fused relevance by slot, NaN where no leg has a score. */
export type PoolChoice = (relevance: Float64Array) => readonly number[];

/**
 * Convex combination of each leg's min-max-normalised scores over the whole scope (not over truncated lists):
 * `a·dense + (1 − a)·lexical`. A leg that is absent, or has no score for a drawer, adds 0; without the dense leg the order
 * is the lexical order. Each supporting leg then lifts its drawers by `weight · its score · (1 − relevance)`, so that
 * relevance stays within 0…1 and no drawer sinks. Returns the best `pool`, best first, or those that `choose` takes.
 */
export const convexCombination = (
  scope: DrawerScope,
  lexical: LegScores | null,
  dense: LegScores | null,
  denseShare: number,
  pool: number,
  support: readonly SupportLeg[] = [],
  // Normalising may round two lexical scores to the same value; the scores themselves decide then.
  choose: PoolChoice = (relevance) => bestSlots(relevance, pool, lexical?.scores),
): FusedHit[] => {
  const a = dense === null || dense.matched === 0 ? 0 : denseShare;
  const wordsIn = lexical && wordRange(lexical, scope);
  const meaningIn = a === 0 || dense === null ? null : minMax(dense, scope);
  const words = (slot: number): number =>
    wordsIn === null ? NaN : normalised(lexical?.scores[slot] ?? NaN, wordsIn);
  const meaning = (slot: number): number =>
    meaningIn === null ? NaN : normalised(dense?.scores[slot] ?? NaN, meaningIn);
  // NaN if no leg has a score for the drawer.
  const relevance = new Float64Array(scope.mask.length).fill(NaN);
  for (let slot = 0; slot < scope.mask.length; slot++) {
    if (scope.mask[slot] !== 1) continue;
    relevance[slot] = convexSum(words(slot), meaning(slot), a);
  }
  const lifts = support.map(({ name, leg, weight }) => {
    // 0 is the least score, so that a leg with the same score for all its drawers still lifts them.
    const range = minMax(leg, scope, 0);
    const shares = new Map<number, number>();
    for (let slot = 0; slot < scope.mask.length; slot++) {
      const score = scope.mask[slot] === 1 ? normalised(leg.scores[slot] ?? NaN, range) : NaN;
      if (Number.isNaN(score)) continue;
      const before = relevance[slot] || 0;
      const share = weight * score * (1 - before);
      shares.set(slot, share);
      relevance[slot] = before + share;
    }
    return { name, leg, shares };
  });
  const best = choose(relevance);
  const lexicalRanks = lexical && legRanks(lexical.scores, scope, best);
  const denseRanks = dense && legRanks(dense.scores, scope, best);
  const supportRanks = lifts.map(({ leg }) => legRanks(leg.scores, scope, best));
  return best.map((slot, i) => ({
    slot,
    relevance: relevance[slot] ?? 0,
    legs: {
      lexical: place(lexical, lexicalRanks?.[i], slot, (1 - a) * (words(slot) || 0)),
      dense: place(dense, denseRanks?.[i], slot, a * (meaning(slot) || 0)),
      ...Object.fromEntries(
        lifts.map(({ name, leg, shares }, n) => [
          name,
          place(leg, supportRanks[n]?.[i], slot, shares.get(slot) ?? 0),
        ]),
      ),
    },
  }));
};

/** A leg's list for reciprocal rank fusion, cut at its depth, best first. */
export interface RankedList {
  readonly name: LegName;
  readonly order: readonly number[];
  readonly weight: number;
  readonly leg: LegScores | null;
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): `Σ w / (k + rank)` over lists cut at their depth, divided by
 * the greatest sum so that the best drawer has 1. The pool is the union of the lists, best first.
 */
export const reciprocalRankFusion = (lists: readonly RankedList[], k: number): FusedHit[] => {
  const ranksOfSlot = new Map<number, Map<LegName, number>>();
  for (const { name, order } of lists)
    order.forEach((slot, i) =>
      ranksOfSlot.set(slot, (ranksOfSlot.get(slot) ?? new Map<LegName, number>()).set(name, i + 1)),
    );
  const part = (ranks: ReadonlyMap<LegName, number>, { name, weight }: RankedList): number => {
    const rank = ranks.get(name);
    return rank === undefined ? 0 : weight / (k + rank);
  };
  const total = (ranks: ReadonlyMap<LegName, number>): number =>
    lists.reduce((sum, list) => sum + part(ranks, list), 0);
  const greatest = Math.max(...[...ranksOfSlot.values()].map(total), Number.MIN_VALUE);
  return [...ranksOfSlot]
    .map(([slot, ranks]) => ({
      slot,
      relevance: total(ranks) / greatest,
      legs: {
        lexical: nowhere,
        dense: nowhere,
        ...Object.fromEntries(
          lists.map((list) => [
            list.name,
            {
              ...place(list.leg, ranks.get(list.name), slot, part(ranks, list) / greatest),
              rank: ranks.get(list.name) ?? null,
            },
          ]),
        ),
      },
    }))
    .sort((x, y) => y.relevance - x.relevance || x.slot - y.slot);
};

const place = (leg: LegScores | null, rank: number | null | undefined, slot: number, share: number): LegPlace => {
  const score = leg?.scores[slot] ?? NaN;
  return Number.isNaN(score) ? nowhere : { rank: rank ?? null, score, share };
};
