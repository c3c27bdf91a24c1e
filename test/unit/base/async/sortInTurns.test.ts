import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortInTurns } from '../../../../extension/base/async/sortInTurns.ts';

describe('sorting in turns', () => {
  it('gives what a sort at once gives, equal items in their order, and leaves the given array as it is', async () => {
    const item = fc.record({ key: fc.nat(40), at: fc.nat() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 30 }),
        fc.constantFrom(1, 33, 100, 167),
        async (some, times) => {
          // Up to five runs, the last of them short.
          const items = Array.from({ length: times }, () => some).flat();
          const before = [...items];
          const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
          expect(await sortInTurns(items, byKey)).toEqual(items.toSorted(byKey));
          expect(items).toEqual(before);
        },
      ),
    );
  });

  it('compares no more than a few thousand pairs in a turn while it makes its runs', async () => {
    let [compared, most, isDone] = [0, 0, false];
    const items = Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 4_001);
    const sorting = sortInTurns(items, (a, b) => {
      compared += 1;
      return a - b;
    }).finally(() => (isDone = true));
    while (!isDone) {
      most = Math.max(most, compared);
      compared = 0;
      await nextTurn();
    }
    expect(await sorting).toEqual(items.toSorted((a, b) => a - b));
    expect(most).toBeLessThan(12_000);
  });
});
