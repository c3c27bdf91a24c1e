import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oneEditAway } from '../../../../../extension/palace/lexical/text/oneEditAway.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcdelopstxzé'), minLength: 1, maxLength: 9 });
/** Optimal string alignment: edits, counting two swapped neighbours as one. */
const distance = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (x: number, y: number): number => rows[x]?.[y] ?? row[y] ?? 0;
      const least = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwap ? Math.min(least, at(i - 2, j - 2) + 1) : least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
};

it('makes words that are exactly one edit away, and none that can’t be undone by one', () => {
  fc.assert(
    fc.property(word, (from) => {
      for (const made of oneEditAway(from)) {
        expect(distance(from, made)).toBe(1);
        if (made !== '') expect(oneEditAway(made).has(from) || /é/.test(from)).toBe(true);
      }
    }),
    { numRuns: runs(40) },
  );
});

it('makes every word that is one edit away, of Latin letters', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const latin = b.replaceAll('é', 'e');
      expect(oneEditAway(a).has(latin)).toBe(distance(a, latin) === 1);
    }),
  );
  expect(oneEditAway('backof').has('backoff')).toBe(true);
  expect(oneEditAway('rotatoin').has('rotation')).toBe(true);
});
