import type { DrawerScope } from '../model/drawerScope.ts';
import type { LegPlace } from './candidate.ts';
import { ranksOf } from './legRanks.ts';

/** A leg's scores over the scope. */
export interface LegScores {
  /** By slot; NaN where the leg says nothing of the drawer. */
  readonly scores: Float64Array;
  /** How many drawers of the scope it has a score for. */
  readonly matched: number;
}

export interface FusedHit {
  readonly slot: number;
  /** 0…1. */
  readonly relevance: number;
  readonly lexical: LegPlace;
  readonly dense: LegPlace;
}

const nowhere: LegPlace = { rank: null, score: 0, share: 0 };

/** Min-max normalisation over the scope: the best drawer has 1, the least 0 (all have 1 where they are equal). */
const minMax = (leg: LegScores, scope: DrawerScope, floor?: number): ((slot: number) => number) => {
  let least = floor ?? Infinity;
  let most = -Infinity;
  for (let slot = 0; slot < scope.mask.length; slot++) {
    const score = scope.mask[slot] === 1 ? (leg.scores[slot] ?? NaN) : NaN;
    if (score < least) least = score;
    if (score > most) most = score;
  }
  const range = most - least;
  return (slot) => {
    const score = leg.scores[slot] ?? NaN;
    return Number.isNaN(score) ? 0 : range > 0 ? (score - least) / range : 1;
  };
};

/**
 * Convex combination of each leg's min-max-normalised scores over the whole scope (not over truncated lists):
 * `a·dense + (1 − a)·lexical`. A leg that is absent, or says nothing of a drawer, adds 0; without the dense leg the order
 * is the lexical order. Returns the best `pool`, best first.
 */
export const convexCombination = (
  scope: DrawerScope, lexical: LegScores | null, dense: LegScores | null, denseShare: number, pool: number,
): FusedHit[] => {
  const a = dense === null || dense.matched === 0 ? 0 : denseShare;
  // A drawer without any of the words has BM25 0, so 0 is the least score unless every drawer of the scope has a word.
  const lexicalOf = lexical && minMax(lexical, scope, lexical.matched < scope.count ? 0 : undefined);
  const denseOf = a === 0 || dense === null ? null : minMax(dense, scope);
  const relevance = new Float64Array(scope.mask.length);
  const slots: number[] = [];
  for (let slot = 0; slot < scope.mask.length; slot++) {
    if (scope.mask[slot] !== 1) continue;
    const said = (lexical !== null && !Number.isNaN(lexical.scores[slot])) || (denseOf !== null && dense !== null && !Number.isNaN(dense.scores[slot]));
    if (!said) continue;
    relevance[slot] = (denseOf === null ? 0 : a * denseOf(slot)) + (lexicalOf === null ? 0 : (1 - a) * lexicalOf(slot));
    slots.push(slot);
  }
  // Normalising may round two lexical scores to one: the score itself decides then.
  const best = bestSlots(slots, relevance, pool, lexical?.scores);
  const lexicalRanks = lexical && ranksOf(lexical.scores, scope, best);
  const denseRanks = dense && ranksOf(dense.scores, scope, best);
  return best.map((slot, i) => ({
    slot,
    relevance: relevance[slot] ?? 0,
    lexical: place(lexical, lexicalRanks?.[i], slot, (1 - a) * (lexicalOf?.(slot) ?? 0)),
    dense: place(dense, denseRanks?.[i], slot, denseOf === null ? 0 : a * denseOf(slot)),
  }));
};

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): `Σ w / (k + rank)` over lists cut at their depth, divided by
 * the greatest sum so that the best drawer has 1. The pool is the union of the lists, best first.
 */
export const reciprocalRankFusion = (
  lists: { readonly lexical: readonly number[]; readonly dense: readonly number[] },
  weights: { readonly lexical: number; readonly dense: number },
  k: number,
  scoresOf: { readonly lexical: LegScores | null; readonly dense: LegScores | null },
): FusedHit[] => {
  const sums = new Map<number, { lexical: number | null; dense: number | null }>();
  for (const leg of ['lexical', 'dense'] as const)
    lists[leg].forEach((slot, i) => sums.set(slot, { ...(sums.get(slot) ?? { lexical: null, dense: null }), [leg]: i + 1 }));
  const part = (rank: number | null, weight: number): number => (rank === null ? 0 : weight / (k + rank));
  const total = (ranks: { lexical: number | null; dense: number | null }): number => part(ranks.lexical, weights.lexical) + part(ranks.dense, weights.dense);
  const greatest = Math.max(...[...sums.values()].map(total), Number.MIN_VALUE);
  return [...sums]
    .map(([slot, ranks]) => ({
      slot,
      relevance: total(ranks) / greatest,
      lexical: { ...place(scoresOf.lexical, ranks.lexical, slot, part(ranks.lexical, weights.lexical) / greatest), rank: ranks.lexical },
      dense: { ...place(scoresOf.dense, ranks.dense, slot, part(ranks.dense, weights.dense) / greatest), rank: ranks.dense },
    }))
    .sort((x, y) => y.relevance - x.relevance || x.slot - y.slot);
};

const place = (leg: LegScores | null, rank: number | null | undefined, slot: number, share: number): LegPlace => {
  const score = leg?.scores[slot] ?? NaN;
  return Number.isNaN(score) ? nowhere : { rank: rank ?? null, score, share };
};

/** The `count` slots with the greatest scores, greatest first; ties to the greater `second` score, then to the lower slot. */
export const bestSlots = (slots: readonly number[], scores: Float64Array, count: number, second?: Float64Array): number[] => {
  const order = (x: number, y: number): number => (scores[y] ?? 0) - (scores[x] ?? 0) || (second?.[y] ?? 0) - (second?.[x] ?? 0) || x - y;
  if (slots.length <= count * 4) return [...slots].sort(order).slice(0, count);
  // A bounded heap of the best so far, worst on top, so that one pass over a large scope is enough.
  const heap: number[] = [];
  const worse = (x: number, y: number): boolean => order(x, y) > 0;
  const sift = (at: number): void => {
    for (let i = at; ;) {
      const left = 2 * i + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && worse(heap[right] ?? 0, heap[left] ?? 0) ? right : left;
      if (!worse(heap[child] ?? 0, heap[i] ?? 0)) return;
      [heap[i], heap[child]] = [heap[child] ?? 0, heap[i] ?? 0];
      i = child;
    }
  };
  for (const slot of slots) {
    if (heap.length < count) {
      heap.push(slot);
      if (heap.length === count) for (let i = count >> 1; i >= 0; i--) sift(i);
    } else if (worse(heap[0] ?? 0, slot)) {
      heap[0] = slot;
      sift(0);
    }
  }
  return heap.sort(order);
};
