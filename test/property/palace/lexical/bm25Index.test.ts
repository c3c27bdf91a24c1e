import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Analyser } from '../../../../extension/palace/lexical/text/analysis.ts';
import { Bm25Index } from '../../../../extension/palace/lexical/bm25Index.ts';
import { lexicalQuery } from '../../../../extension/palace/lexical/query/lexicalQuery.ts';
import type { LexicalScores } from '../../../../extension/palace/lexical/lexicalScores.ts';
import type { DrawerScope } from '../../../../extension/palace/model/query/drawerScope.ts';
import { Bm25Oracle } from './bm25Oracle.ts';
import { editsArbitrary, play, textArbitrary, wordArbitrary } from './corpus.ts';
import { runs } from '../../../fixtures/testSize.ts';

const slotsSeen = 256;
const everything: DrawerScope = { mask: new Uint8Array(slotsSeen).fill(1), count: slotsSeen };
const scopeOf = (slots: ReadonlySet<number>): DrawerScope => ({
  mask: Uint8Array.from({ length: slotsSeen }, (_, slot) => (slots.has(slot) ? 1 : 0)),
  count: slots.size,
});
const sorted = ({ slots, scores, matchedTerms }: LexicalScores): [number, number, number][] =>
  Array.from(slots, (slot, i): [number, number, number] => [slot, scores[i] ?? NaN, matchedTerms[i] ?? NaN]).sort(
    ([a], [b]) => a - b,
  );

it('scores every slot of the scope as the formula does, whatever was added and removed before', () => {
  fc.assert(
    fc.property(
      editsArbitrary,
      textArbitrary,
      fc.array(wordArbitrary, { maxLength: 2 }),
      fc.uniqueArray(fc.nat(80)),
      fc.boolean(),
      fc.boolean(),
      (edits, words, excluded, outside, ofScope, anyOf) => {
        const analyser = new Analyser();
        const index = new Bm25Index(analyser);
        const oracle = new Bm25Oracle(analyser);
        play(edits, [index, oracle], (text) => index.score(lexicalQuery(analyser, text), everything));
        const inside = new Set(
          Array.from({ length: slotsSeen }, (_, slot) => slot).filter((slot) => !outside.includes(slot)),
        );
        const query = lexicalQuery(analyser, words, excluded);
        const found = index.score(query, scopeOf(inside), { statistics: ofScope ? 'scope' : 'corpus', anyOf });
        const expected = [...oracle.score(query, inside, ofScope)]
          .filter(([, hit]) => anyOf || hit.matched === found.words)
          .sort(([a], [b]) => a - b);
        expect(sorted(found).map(([slot, , matched]) => [slot, matched])).toEqual(
          expected.map(([slot, hit]) => [slot, hit.matched]),
        );
        sorted(found).forEach(([, score], i) => expect(score).toBeCloseTo(expected[i]?.[1].score ?? NaN, 10));
        for (const score of found.scores) expect(score).toBeLessThan(found.maxPossible);
      },
    ),
    { numRuns: runs(400) },
  );
});

it('equals a fresh index over the living drawers to the last bit', () => {
  fc.assert(
    fc.property(editsArbitrary, textArbitrary, (edits, words) => {
      const analyser = new Analyser();
      const index = new Bm25Index(analyser);
      const living = play(edits, [index], (text) => index.score(lexicalQuery(analyser, text), everything));
      const fresh = new Bm25Index(analyser);
      for (const [slot, text] of living) fresh.add(slot, text);
      const query = lexicalQuery(analyser, words);
      const found = index.score(query, everything);
      const expected = fresh.score(query, everything);
      expect(sorted(found)).toEqual(sorted(expected));
      expect(found.terms).toEqual(expected.terms);
      expect(index.size).toBe(fresh.size);
      for (let slot = 0; slot < slotsSeen; slot += 1) expect(index.has(slot)).toBe(living.has(slot));
    }),
    { numRuns: runs(300) },
  );
});

it('holds all words of a query where every one of them, in some spelling, stands in the drawer', () => {
  fc.assert(
    fc.property(
      fc.array(textArbitrary, { maxLength: 20 }),
      wordArbitrary,
      wordArbitrary,
      (texts, first, second) => {
        const analyser = new Analyser();
        const index = new Bm25Index(analyser);
        texts.forEach((text, slot) => index.add(slot, text));
        const both = new Set(index.slotsHoldingWords(lexicalQuery(analyser, `${first} ${second}`), everything));
        const one = new Set(index.slotsHoldingWords(lexicalQuery(analyser, first), everything));
        const other = new Set(index.slotsHoldingWords(lexicalQuery(analyser, second), everything));
        expect(both).toEqual(new Set([...one].filter((slot) => other.has(slot))));
      },
    ),
  );
});

it('removing what is not there, adding what is there, and slots out of range change nothing', () => {
  const index = new Bm25Index(new Analyser());
  index.add(3, 'cat');
  expect(index.remove(2)).toBe(false);
  expect(() => index.add(3, 'dog')).toThrow(RangeError);
  expect(() => index.add(-1, 'dog')).toThrow(RangeError);
  expect(() => index.add(2 ** 24, 'dog')).toThrow(RangeError);
  expect(index.documentFrequency('dog')).toBe(0);
  expect(index.documentFrequency('cat')).toBe(1);
  expect(index.size).toBe(1);
});

it('a query of function words, symbols or unknown words finds nothing and does not fail', () => {
  const analyser = new Analyser();
  const index = new Bm25Index(analyser);
  for (const text of ['what is the', '… -- !', 'unknown'])
    expect(index.score(lexicalQuery(analyser, text), everything).slots).toHaveLength(0);
  index.add(0, 'cat');
  for (const text of ['what is the', '… -- !', 'unknown'])
    expect(index.score(lexicalQuery(analyser, text), everything).slots).toHaveLength(0);
});

it('a swept index of thousands still equals a fresh one', () => {
  const analyser = new Analyser();
  const index = new Bm25Index(analyser);
  const fresh = new Bm25Index(analyser);
  for (let slot = 0; slot < 6000; slot += 1) index.add(slot, `word${slot % 7} common`);
  for (let slot = 0; slot < 6000; slot += 1) if (slot % 3 !== 0) index.remove(slot);
  for (let slot = 0; slot < 6000; slot += 3) fresh.add(slot, `word${slot % 7} common`);
  const scope = { mask: new Uint8Array(6000).fill(1), count: 6000 };
  const query = lexicalQuery(analyser, 'word3 common');
  expect(sorted(index.score(query, scope))).toEqual(sorted(fresh.score(query, scope)));
});
