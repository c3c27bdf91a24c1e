import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neighbourEvidence } from '../../../../../extension/palace/retrieval/phases/evidence/neighbourEvidence.ts';
import { candidate, contextOf, deltaOf, through } from '../../../../fixtures/candidates.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const conversation = fc.array(
  fc.record({
    relevance: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
    chunkIndex: fc.integer({ min: 0, max: 12 }),
    source: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 1, maxLength: 20 },
);

it('lowers no drawer, lifts none above the best of its neighbours, and leaves the best of each source as it is', () => {
  fc.assert(
    fc.property(conversation, fc.double({ min: 0, max: 1, noNaN: true }), (sketches, weight) => {
      const before = sketches.map((sketch, slot) =>
        candidate({ ...sketch, id: `d${slot}`, slot, type: 'conversation' }),
      );
      const { candidates: after } = through(neighbourEvidence, before, contextOf({ neighbour_weight: weight }));
      after.forEach((lifted, i) => {
        const { source, chunkIndex } = sketches[i] as (typeof sketches)[number];
        const delta = deltaOf(lifted, 'neighbour');
        const near = before.filter(
          ({ entry }) => entry.sourceNumber === source && Math.abs(entry.chunkIndex - chunkIndex) <= 2,
        );
        const best = Math.max(...near.map(({ score }) => score));
        expect(delta).toBeGreaterThanOrEqual(0);
        expect(lifted.score).toBeLessThanOrEqual(best + 1e-9);
        if (before[i]?.score === best) expect(delta).toBe(0);
      });
    }),
    { numRuns: runs(200) },
  );
});
