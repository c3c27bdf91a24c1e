import type { FusedHit, LegScores, SupportLeg } from '../legs/legScores.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { nowhere, type LegName, type LegPlace } from '../candidates/candidate.ts';
import type { LegRange } from '../candidates/legParts.ts';
import { bestSlots } from '../legs/bestSlots.ts';
import { legRanks } from '../legs/legRanks.ts';
import { bestFused, type FusedSlot } from './bestFused.ts';
import { convexSum, minMax, normalised, wordRange } from './normalise.ts';

/** Chooses the pool's slots, in order. `relevance` is the fused relevance by slot, NaN where no leg has a score. */
export type PoolChoice = (relevance: Float64Array) => readonly number[];

/**
 * Slots that join the pool besides its best. `best`: the pool's slots, best first; `next` gives so many of those right behind
 * them.
 */
export type PoolCompany = (
  best: readonly number[],
  next: (count: number) => readonly number[],
) => readonly number[];

/** Other slots than the best alone: those that `choose` takes instead, and those that `company` adds. */
export interface PoolRules {
  readonly choose?: PoolChoice | undefined;
  readonly company?: PoolCompany | undefined;
}

/** What the legs found in a scope. */
export interface FoundByLegs {
  readonly scope: DrawerScope;
  readonly lexical: LegScores | null;
  /** Null if no vectors were compared. */
  readonly dense: LegScores | null;
  readonly support?: readonly SupportLeg[];
}

/**
 * Convex combination of each leg's min-max-normalised scores over the whole scope (not over truncated lists):
 * `a·dense + (1 − a)·lexical`. A leg that is absent, or has no score for a drawer, adds 0; without the dense leg the order
 * is the lexical order. Each supporting leg then lifts its drawers by `weight · its score · (1 − relevance)`, so that
 * relevance stays within 0…1 and no drawer sinks. Returns the best `pool`, best first, or what the rules say.
 */
export const convexCombination = (
  { scope, lexical, dense, support = [] }: FoundByLegs,
  denseShare: number,
  pool: number,
  { choose, company }: PoolRules = {},
): FusedHit[] => {
  const a = dense === null || dense.matched === 0 ? 0 : denseShare;
  const wordsIn = lexical && wordRange(lexical, scope);
  const meaningIn = a === 0 || dense === null ? null : minMax(dense, scope);
  const words = inRange(lexical, wordsIn);
  const meaning = inRange(dense, meaningIn);
  const relevanceOf = (slot: number): number => convexSum(words(slot), meaning(slot), a);
  const bestOf = (count: number, lifts: Lift[]): FusedSlot[] =>
    lexical?.slots !== undefined && wordsIn !== null && support.length === 0 && choose === undefined
      ? bestFused(
          { scores: lexical.scores, slots: lexical.slots, range: wordsIn },
          dense === null || meaningIn === null ? null : { scores: dense.scores, range: meaningIn },
          a,
          relevanceOf,
          count,
        )
      : bestOfAll(
          scope,
          relevanceOf,
          support,
          lifts,
          // Normalising may round two lexical scores to the same value; the scores themselves decide then.
          choose ?? ((relevance) => bestSlots(relevance, count, lexical?.scores)),
        );
  const lifts: Lift[] = [];
  const best = bestOf(pool, lifts);
  const next = (count: number): number[] =>
    choose === undefined ? slotsOf(bestOf(pool + count, []).slice(pool)) : [];
  const joined = (company?.(slotsOf(best), next) ?? []).map((slot) => ({
    slot,
    relevance: lifts.reduce((sum, { shares }) => sum + (shares.get(slot) ?? 0), relevanceOf(slot) || 0),
  }));
  const pooled = [...best, ...joined];
  const slots = slotsOf(pooled);
  const byWords = placesIn(lexical, scope, slots, (slot) => (1 - a) * (words(slot) || 0));
  const byMeaning = placesIn(dense, scope, slots, (slot) => a * (meaning(slot) || 0));
  const bySupport = lifts.map(({ name, leg, shares }) => ({
    name,
    places: placesIn(leg, scope, slots, (slot) => shares.get(slot) ?? 0),
  }));
  return pooled.map(({ slot, relevance }, i) => ({
    slot,
    relevance,
    legs: {
      lexical: byWords[i] ?? nowhere,
      dense: byMeaning[i] ?? nowhere,
      ...Object.fromEntries(bySupport.map(({ name, places }) => [name, places[i] ?? nowhere])),
    },
  }));
};

const slotsOf = (hits: readonly FusedSlot[]): number[] => hits.map(({ slot }) => slot);

/** A leg's normalised score; NaN where there is no such leg or it has no score for the drawer. */
const inRange = (leg: LegScores | null, range: LegRange | null): ((slot: number) => number) =>
  leg === null || range === null ? () => NaN : (slot) => normalised(leg.scores[slot] ?? NaN, range);

/** What a supporting leg added to each of its drawers. */
interface Lift extends Pick<SupportLeg, 'name' | 'leg'> {
  readonly shares: ReadonlyMap<number, number>;
}

/** The slots that `choose` takes, from the relevance of every slot in scope. Adds to `lifts` what the supporting legs do. */
const bestOfAll = (
  { mask, ...scope }: DrawerScope,
  relevanceOf: (slot: number) => number,
  support: readonly SupportLeg[],
  lifts: Lift[],
  choose: PoolChoice,
): FusedSlot[] => {
  const relevance = new Float64Array(mask.length).fill(NaN);
  for (let slot = 0; slot < mask.length; slot++) if (mask[slot] === 1) relevance[slot] = relevanceOf(slot);
  for (const { name, leg, weight } of support) {
    // 0 is the least score, so that a leg with the same score for all its drawers still lifts them.
    const range = minMax(leg, { mask, ...scope }, 0);
    const shares = new Map<number, number>();
    for (let slot = 0; slot < mask.length; slot++) {
      const score = mask[slot] === 1 ? normalised(leg.scores[slot] ?? NaN, range) : NaN;
      if (Number.isNaN(score)) continue;
      const before = relevance[slot] || 0;
      const share = weight * score * (1 - before);
      shares.set(slot, share);
      relevance[slot] = before + share;
    }
    lifts.push({ name, leg, shares });
  }
  return choose(relevance).map((slot) => ({ slot, relevance: relevance[slot] ?? 0 }));
};

/** A leg's list for reciprocal rank fusion, cut at its depth, best first. */
interface RankedList {
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
              ...place(list.leg, () => null, slot, part(ranks, list) / greatest),
              rank: () => ranks.get(list.name) ?? null,
            },
          ]),
        ),
      },
    }))
    .sort((x, y) => y.relevance - x.relevance || x.slot - y.slot);
};

/**
 * The slots' places in a leg, parallel to them. `shareOf`: what the leg added to a slot's relevance. Ranks are counted when the
 * first of them is read: a search that explains nothing reads none.
 */
const placesIn = (
  leg: LegScores | null,
  scope: DrawerScope,
  slots: readonly number[],
  shareOf: (slot: number) => number,
): LegPlace[] => {
  let ranks: readonly (number | null)[] | undefined;
  const rankAt = (i: number): number | null => {
    ranks ??= leg === null ? [] : legRanks(leg, scope, slots);
    return ranks[i] ?? null;
  };
  return slots.map((slot, i) => place(leg, () => rankAt(i), slot, shareOf(slot)));
};

const place = (leg: LegScores | null, rank: LegPlace['rank'], slot: number, share: number): LegPlace => {
  const score = leg?.scores[slot] ?? NaN;
  return Number.isNaN(score) ? nowhere : { rank, score, share };
};
