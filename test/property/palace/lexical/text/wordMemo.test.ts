import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stopWord } from '../../../../../extension/palace/lexical/text/word.ts';
import { WordMemo } from '../../../../../extension/palace/lexical/text/wordMemo.ts';
import { runs } from '../../../../fixtures/testSize.ts';

it('gives back what was kept last for a word, or nothing, at any number of words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 9973 }), (count, step) => {
      const memo = new WordMemo();
      const rawOf = (i: number): string => `w${(i * step) % 50_021}`;
      for (let i = 0; i < count; i += 1) {
        const raw = rawOf(i);
        const word = i % 7 === 0 ? null : stopWord(raw);
        memo.keep(raw, word);
        expect(memo.find(`…${raw}…`, 1, raw.length)).toBe(word);
      }
      let found = 0;
      for (let i = 0; i < count; i += 1) {
        const raw = rawOf(i);
        const word = memo.find(raw, 0, raw.length);
        if (word === undefined) continue;
        found += 1;
        expect(word).toEqual(i % 7 === 0 ? null : stopWord(raw));
      }
      // It grows in time: few of so many words have been replaced.
      expect(found).toBeGreaterThan(count * 0.9);
      expect(memo.find('absent', 0, 6)).toBeUndefined();
    }),
    { numRuns: runs(10) },
  );
});
