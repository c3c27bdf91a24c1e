import { BoundedHeap } from '../../../base/boundedHeap.ts';

/**
 * The `count` slots with the greatest scores, greatest first; NaN is left out. Ties go to the greater `second`
 * score (NaN counts as none), then to the lower slot. One pass over all slots.
 */
export const bestSlots = (scores: Float64Array, count: number, second?: Float64Array): number[] => {
  const best = new BoundedHeap<number>(
    count,
    (x, y) => (scores[y] ?? 0) - (scores[x] ?? 0) || (second?.[y] || 0) - (second?.[x] || 0) || x - y,
  );
  // Most slots score less than the last of the best: for them, one comparison of the score is enough.
  let floor = -Infinity;
  for (let slot = 0; slot < scores.length; slot++) {
    if (!((scores[slot] ?? NaN) >= floor)) continue;
    best.offer(slot);
    const { last } = best;
    if (last !== undefined) floor = scores[last] ?? 0;
  }
  return best.sorted();
};
