import type { LexicalScores } from './lexicalScores.ts';

export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/** The `k` best, best first; of equal scores the lower slot first. One pass with a heap of `k`. */
export const topK = ({ slots, scores }: Pick<LexicalScores, 'slots' | 'scores'>, k: number): ScoredSlot[] => {
  const limit = Math.min(Math.max(0, Math.floor(k)), slots.length);
  if (limit === 0) return [];
  /** Indexes into `slots`; the worst of the kept ones at the root. */
  const heap: number[] = [];
  const worse = (a: number, other: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[other] ?? 0);
    return difference !== 0 ? difference < 0 : (slots[a] ?? 0) > (slots[other] ?? 0);
  };
  const sink = (item: number, size: number): void => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && worse(heap[child + 1] ?? 0, heap[child] ?? 0)) child += 1;
      if (!worse(heap[child] ?? 0, item)) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = item;
  };
  for (let item = 0; item < slots.length; item += 1) {
    if (heap.length < limit) {
      let at = heap.length;
      heap.push(item);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!worse(item, heap[parent] ?? 0)) break;
        heap[at] = heap[parent] ?? 0;
        at = parent;
      }
      heap[at] = item;
    } else if (worse(heap[0] ?? 0, item)) sink(item, limit);
  }
  return heap.sort((a, other) => (worse(a, other) ? 1 : -1)).map((item) => ({ slot: slots[item] ?? 0, score: scores[item] ?? 0 }));
};
