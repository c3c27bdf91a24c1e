import { BoundedHeap } from '../../../base/boundedHeap.ts';
import type { LegRange } from '../candidates/legParts.ts';

/** A slot with its relevance by all legs. */
export interface FusedSlot {
  readonly slot: number;
  readonly relevance: number;
}

/** How far a score may lie below the pool's last and still be looked at: far more than rounding could explain. */
const slack = 1e-6;
/** Below this share of meaning, rounding could outgrow that. */
const leastShare = 1e-9;

/** Relevances of the current call, by slot; only cells that it has written are read. */
let scratch = new Float64Array(0);

/**
 * The `count` slots of the greatest relevance, best first; ties go to the greater lexical score, then to the
 * lower slot. The result is the same as computing the relevance of every slot. A drawer without any of the
 * words is as relevant as it is near, so only the nearest of these are looked at; drawers with few of the words
 * are skipped if meaning could not lift them. `a` is the share of meaning, `relevanceOf` the convex sum of
 * both.
 */
export const bestFused = (
  words: { readonly scores: Float64Array; readonly slots: Uint32Array; readonly range: LegRange },
  meaning: { readonly scores: Float64Array; readonly range: LegRange } | null,
  a: number,
  relevanceOf: (slot: number) => number,
  count: number,
): FusedSlot[] => {
  const { scores, slots, range } = words;
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
  let fewest = -Infinity;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0;
    if ((scores[slot] ?? NaN) < fewest) continue;
    offer(slot);
    fewest = leastOf(floor - a, range, 1 - a);
  }
  if (meaning !== null) {
    let nearest = leastOf(floor, meaning.range, a);
    for (let slot = 0; slot < meaning.scores.length; slot++) {
      if (!((meaning.scores[slot] ?? NaN) >= nearest) || !Number.isNaN(scores[slot] ?? NaN)) continue;
      offer(slot);
      nearest = leastOf(floor, meaning.range, a);
    }
  }
  return best.sorted().map((slot) => ({ slot, relevance: relevance[slot] ?? 0 }));
};

/** A leg's score below which its share of the relevance, `share` at most, is less than `part`. */
const leastOf = (part: number, { least, most }: LegRange, share: number): number =>
  !(most > least) || share < leastShare || !(part > 0)
    ? -Infinity
    : least + (part / share - slack) * (most - least);
