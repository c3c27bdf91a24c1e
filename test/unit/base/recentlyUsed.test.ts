import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentlyUsed } from '../../../extension/base/recentlyUsed.ts';

test('what was used last stays, what was not used longest goes first', () => {
  const cache = new RecentlyUsed<string, number>(3);
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  cache.get('a');
  cache.set('d', 1);
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd']);
});

test('what is larger than the whole room drives nothing else out', () => {
  const cache = new RecentlyUsed<string, number>(3);
  cache.set('a', 1);
  cache.set('b', 1);
  cache.set('a', 2, 4);
  expect(['a', 'b'].map((key) => cache.get(key))).toEqual([undefined, 1]);
});

test('it holds what a plain list of the last uses would hold, and never more than its room', () => {
  const step = fc.record({
    key: fc.integer({ min: 0, max: 8 }),
    size: fc.integer({ min: 0, max: 12 }),
    isRead: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const room = 10;
      const cache = new RecentlyUsed<number, number>(room);
      let list: { key: number; size: number }[] = [];
      for (const { key, size, isRead } of steps) {
        const known = list.find((entry) => entry.key === key);
        if (isRead) {
          expect(cache.get(key)).toBe(known?.size);
          if (known !== undefined) list = [...list.filter((entry) => entry !== known), known];
          continue;
        }
        cache.set(key, size, size);
        list = list.filter((entry) => entry.key !== key);
        if (size <= room) list.push({ key, size });
        while (list.reduce((sum, entry) => sum + entry.size, 0) > room) list.shift();
      }
      expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((key) => cache.get(key) !== undefined)).toEqual(
        list.map(({ key }) => key).sort((a, b) => a - b),
      );
    }),
  );
});
