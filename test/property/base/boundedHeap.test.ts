import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedHeap, firstOf } from '../../../extension/base/boundedHeap.ts';

interface Item {
  readonly score: number;
  readonly place: number;
}
const byScore = (a: Item, b: Item): number => b.score - a.score || a.place - b.place;
const items = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ noNaN: true, noDefaultInfinity: true })), {
    maxLength: 120,
  })
  .map((scores) => scores.map((score, place): Item => ({ score, place })));
const limit = fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(Infinity));

it('keeps what sorting everything and taking the first would keep, in that order', () => {
  fc.assert(
    fc.property(items, limit, (list, count) => {
      expect(firstOf(list, count, byScore)).toEqual([...list].sort(byScore).slice(0, count));
    }),
  );
});

it('names the last of the kept items after every offer, once it is full', () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 20 }), (list, count) => {
      const heap = new BoundedHeap(count, byScore);
      list.forEach((item, i) => {
        heap.offer(item);
        expect(heap.last).toEqual([...list.slice(0, i + 1)].sort(byScore)[count - 1]);
      });
    }),
  );
});
