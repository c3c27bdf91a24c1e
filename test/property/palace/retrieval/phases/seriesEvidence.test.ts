import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seriesEvidence } from '../../../../../extension/palace/retrieval/phases/evidence/seriesEvidence.ts';
import { candidate, contextOf, deltaOf, hours, through } from '../../../../fixtures/candidates.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const commits = fc.array(
  fc.record({
    relevance: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
    age: fc.integer({ min: 0, max: 6 }).map((quarters) => hours(quarters / 4)),
    source: fc.integer({ min: 1, max: 2 }),
    type: fc.constantFrom('git_commit' as const, 'file' as const),
  }),
  { minLength: 1, maxLength: 20 },
);

it('lowers nothing, keeps the best the best, and touches nothing but commits of its repository', () => {
  fc.assert(
    fc.property(commits, fc.double({ min: 0, max: 1, noNaN: true }), (sketches, weight) => {
      const before = sketches.map((sketch, slot) => candidate({ ...sketch, id: `d${slot}`, slot }));
      const { candidates: after } = through(seriesEvidence, before, contextOf({ series_weight: weight }));
      const best = before.reduce((first, one) => (one.score > first.score ? one : first));
      after.forEach((one, i) => {
        const delta = deltaOf(one, 'series');
        expect(delta).toBeGreaterThanOrEqual(0);
        expect(one.score).toBeLessThanOrEqual(best.score + 1e-9);
        if (delta > 0) {
          expect([one.drawer.type, best.drawer.type]).toEqual(['git_commit', 'git_commit']);
          expect(one.entry.sourceNumber).toBe(best.entry.sourceNumber);
          expect(i).not.toBe(best.entry.slot);
        }
      });
    }),
    { numRuns: runs(200) },
  );
});
