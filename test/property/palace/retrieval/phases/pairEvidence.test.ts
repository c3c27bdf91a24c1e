import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairEvidence } from '../../../../../extension/palace/retrieval/phases/evidence/pairEvidence.ts';
import { candidate, contextOf, deltaOf, through } from '../../../../fixtures/candidates.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const query = ['crane', 'berth', 'tide'];
const words = fc.array(
  fc.record({ term: fc.constantFrom(...query, 'ship'), step: fc.integer({ min: 0, max: 3 }) }),
  { maxLength: 40 },
);

const shareOf = (terms: readonly string[], positions: readonly number[]): number => {
  const holding = {
    ...candidate({ type: 'conversation' }),
    terms: {
      terms,
      positions: Uint32Array.from(positions),
      sentence: new Uint32Array(terms.length),
      timeMention: () => null,
    },
  };
  const asked = query.map((term, i) => ({ term, idf: i + 1, weight: 1, df: 1, dfInScope: 1 }));
  const context = contextOf({ pair_weight: 1 }, { terms: asked, termOrder: query });
  return deltaOf(through(pairEvidence, [holding], context).candidates[0], 'pair');
};

it('counts a pair if any of its first words has one of its second words up to three behind it', () => {
  fc.assert(
    fc.property(words, (sketch) => {
      let at = 0;
      const positions = sketch.map(({ step }) => (at += step));
      const isPair = (first: string, second: string): boolean =>
        sketch.some(({ term }, i) =>
          sketch.some(({ term: other }, j) => {
            const distance = (positions[j] ?? 0) - (positions[i] ?? 0);
            return term === first && other === second && distance > 0 && distance <= 3;
          }),
        );
      const found = (isPair('crane', 'berth') ? 1 + 2 : 0) + (isPair('berth', 'tide') ? 2 + 3 : 0);
      const terms = sketch.map(({ term }) => term);
      expect(shareOf(terms, positions)).toBeCloseTo(found / 8);
    }),
    { numRuns: runs(300) },
  );
});

it('passes through the places of a long drawer once, also of words that are never neighbours', () => {
  const count = 100_000;
  const terms = Array.from({ length: 2 * count }, (_, i) => query[i % 2] ?? '');
  expect(
    shareOf(
      terms,
      terms.map((_, i) => 4 * i),
    ),
  ).toBe(0);
});
