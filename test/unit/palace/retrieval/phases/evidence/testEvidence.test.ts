import { expect, it } from 'vitest';
import { testEvidence } from '../../../../../../extension/palace/retrieval/phases/evidence/testEvidence.ts';
import {
  emptySnapshot,
  type PhaseSnapshot,
} from '../../../../../../extension/palace/retrieval/phases/phaseSnapshot.ts';
import {
  candidate,
  contextOf,
  deltaOf,
  through,
  type CandidateSketch,
} from '../../../../../fixtures/candidates.ts';

const after = (
  sketches: readonly CandidateSketch[],
  tests: NonNullable<PhaseSnapshot['tests']>,
  { weight = 0.25, query = 'berth' } = {},
) =>
  through(
    testEvidence,
    sketches.map((sketch, slot) => candidate({ slot, ...sketch })),
    contextOf({ tests_weight: weight, source_decline: 0.7 }, { query, snapshot: { ...emptySnapshot, tests } }),
  ).candidates;
const file = (id: string, source = 1, relevance = 0.5): CandidateSketch => ({ id, source, relevance });
const half = { test: 'test/berth.test.ts', share: 0.5, drawers: ['a', 'b'] };

it('raises a source by what its test holds of the query, and says which test', () => {
  const [raised, other] = after([file('a'), file('c', 2)], [half]);
  expect(raised?.score).toBeCloseTo(0.5 + 0.25 * 0.5);
  expect(raised?.events.at(-1)).toMatchObject({
    phase: 'tests',
    reason: 'the test of its name, test/berth.test.ts, holds 0.50 of the query, by the rarity of its words',
  });
  expect(other?.events).toHaveLength(1);
});

it('of several tests, the one that holds most counts', () => {
  const [raised] = after(
    [file('a')],
    [half, { test: 'e2e/berth.e2e.ts', share: 0.8, drawers: ['a'] }, { ...half, share: 0.2 }],
  );
  expect(deltaOf(raised, 'tests')).toBeCloseTo(0.2);
  expect(raised?.events.at(-1)?.reason).toContain('e2e/berth.e2e.ts');
});

it('gives a file’s further drawers less', () => {
  const [second, first] = after([file('b', 1, 0.3), file('a', 1, 0.6)], [half]);
  expect(deltaOf(first, 'tests')).toBeCloseTo(0.125);
  expect(deltaOf(second, 'tests')).toBeCloseTo(0.125 / 1.7);
  expect(second?.events.at(-1)?.reason).toMatch(/; this is its file’s number 2 and gets 0\.59 of that$/);
});

it('does nothing where the query asks for tests, where they hold none of it, and at weight 0', () => {
  expect(after([file('a')], [half], { query: 'tests for the berth' })[0]?.events).toHaveLength(1);
  expect(after([file('a')], [{ ...half, share: 0 }])[0]?.events).toHaveLength(1);
  expect(after([file('a')], [half], { weight: 0 })[0]?.events).toHaveLength(1);
});
