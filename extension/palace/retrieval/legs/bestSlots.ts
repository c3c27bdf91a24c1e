/**
 * The `count` slots with the greatest scores, greatest first; NaN has no place. Ties go to the greater `second` score (NaN
 * counts as none), then to the lower slot. One pass with a heap of `count`.
 */
export const bestSlots = (scores: Float64Array, count: number, second?: Float64Array): number[] => {
  const order = (x: number, y: number): number =>
    (scores[y] ?? 0) - (scores[x] ?? 0) || (second?.[y] || 0) - (second?.[x] || 0) || x - y;
  // The worst of the kept ones is on top.
  const heap: number[] = [];
  const sift = (from: number): void => {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && order(heap[right] ?? 0, heap[left] ?? 0) > 0 ? right : left;
      if (order(heap[child] ?? 0, heap[at] ?? 0) <= 0) return;
      [heap[at], heap[child]] = [heap[child] ?? 0, heap[at] ?? 0];
      at = child;
    }
  };
  // What is below the worst of a full heap needs no comparison of its ties.
  let floor = -Infinity;
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? NaN;
    if (!(score >= floor)) continue;
    if (heap.length < count) {
      heap.push(slot);
      if (heap.length < count) continue;
      for (let at = count >> 1; at >= 0; at--) sift(at);
    } else {
      if (order(slot, heap[0] ?? 0) > 0) continue;
      heap[0] = slot;
      sift(0);
    }
    floor = scores[heap[0] ?? 0] ?? 0;
  }
  return heap.sort(order);
};
