import { BoundedHeap } from '../../../base/boundedHeap.ts';
import type { LegRange } from '../candidates/legParts.ts';

/** A slot with its relevance by all legs. */
export interface FusedSlot {
  readonly slot: number;
  readonly relevance: number;
}

/** How far below the pool's last a bound of the relevance must lie: far more than rounding could explain. */
const slack = 1e-6;

/** Relevances of the current call, by slot; only cells that it has written are read. */
let scratch = new Float64Array(0);

/** A leg's scores by slot, NaN where it has none, and their range over the scope. */
interface RangedScores {
  readonly scores: Float64Array;
  readonly range: LegRange;
}

/**
 * The `count` slots of the greatest relevance, best first; ties go to the greater lexical score, then to the
 * lower slot. The result is the same as computing the relevance of every slot, but only those are computed that a
 * bound, two products at most, does not put below the pool's last. `a` is the share of meaning, `relevanceOf` the
 * convex sum of both.
 */
export const bestFused = (
  words: RangedScores & { readonly slots: Uint32Array },
  meaning: RangedScores | null,
  a: number,
  relevanceOf: (slot: number) => number,
  count: number,
): FusedSlot[] => {
  const { scores, slots } = words;
  if (scratch.length < scores.length) scratch = new Float64Array(scores.length);
  const relevance = scratch;
  const best = new BoundedHeap<number>(
    count,
    (x, y) => (relevance[y] ?? 0) - (relevance[x] ?? 0) || (scores[y] || 0) - (scores[x] || 0) || x - y,
  );
  let floor = -Infinity;
  const offer = (slot: number): void => {
    const value = relevanceOf(slot);
    if (!(value >= floor)) return;
    relevance[slot] = value;
    best.offer(slot);
    const { last } = best;
    if (last !== undefined) floor = relevance[last] ?? 0;
  };
  const byWords = boundOf(words.range, 1 - a);
  const byMeaning = boundOf(meaning?.range ?? { least: 0, most: 0 }, a);
  const cosines = meaning?.scores ?? noScores;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0;
    const near = mostOf(byMeaning, cosines[slot] ?? NaN);
    if (mostOf(byWords, scores[slot] ?? NaN) + (near === near ? near : 0) < floor - slack) continue;
    offer(slot);
  }
  for (let slot = 0; slot < cosines.length; slot++) {
    const near = mostOf(byMeaning, cosines[slot] ?? NaN);
    if (!(near >= floor - slack) || !Number.isNaN(scores[slot] ?? NaN)) continue;
    offer(slot);
  }
  return best.sorted().map((slot) => ({ slot, relevance: relevance[slot] ?? 0 }));
};

const noScores = new Float64Array(0);

/** See {@link mostOf}. */
interface LegBound {
  readonly base: number;
  readonly least: number;
  readonly perUnit: number;
}

const boundOf = ({ least, most }: LegRange, share: number): LegBound => {
  const perUnit = share / (most - least);
  // Of equal scores, and of scores that differ by next to nothing, each may add all of the share.
  return most > least && perUnit < Infinity ? { base: 0, least, perUnit } : { base: share, least, perUnit: 0 };
};

/** The most that a leg with this score adds to a relevance; NaN for NaN. */
const mostOf = ({ base, least, perUnit }: LegBound, score: number): number =>
  base + Math.max(0, score - least) * perUnit;
