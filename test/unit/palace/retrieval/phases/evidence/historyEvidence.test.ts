import { expect, it } from 'vitest';
import { historyEvidence } from '../../../../../../extension/palace/retrieval/phases/evidence/historyEvidence.ts';
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
  changes: NonNullable<PhaseSnapshot['changes']>,
  weight = 0.25,
) =>
  through(
    historyEvidence,
    sketches.map((sketch, slot) => candidate({ slot, ...sketch })),
    contextOf({ history_weight: weight, source_decline: 0.7 }, { snapshot: { ...emptySnapshot, changes } }),
  ).candidates;
const commit = (id: string, relevance: number): CandidateSketch => ({
  ...{ id, relevance, type: 'git_commit', source: 9, text: `[main] Subject of ${id}\nFiles: src/a.ts (+1/-0)` },
});
const file = (id: string, source = 1, relevance = 0.5): CandidateSketch => ({ id, source, relevance });

it('raises a file by a share of the commit’s score, and says which commit', () => {
  const [raised, left, unchanged] = after(
    [file('a'), file('b', 2), commit('x', 0.8)],
    [{ commit: 'x', drawers: ['a'], files: 1 }],
  );
  expect(raised?.score).toBeCloseTo(0.5 + 0.25 * 0.8);
  expect(raised?.events.at(-1)).toMatchObject({
    phase: 'history',
    reason: 'the commit “Subject of x”, at 0.800, changed it',
  });
  expect([left?.events.length, unchanged?.events.length]).toEqual([1, 1]);
});

it('counts a commit of many files less for each, and only the one that counts most', () => {
  const [raised] = after(
    [file('a'), commit('w', 0.1), commit('x', 0.4), commit('y', 0.9), commit('z', 0.8)],
    [
      { commit: 'w', drawers: ['a'], files: 1 },
      { commit: 'x', drawers: ['a'], files: 1 },
      { commit: 'y', drawers: ['a'], files: 9 },
      { commit: 'z', drawers: ['a'], files: 2 },
    ],
  );
  expect(deltaOf(raised, 'history')).toBeCloseTo(0.25 * (0.8 / Math.SQRT2));
  expect(raised?.events.at(-1)?.reason).toBe('the commit “Subject of z”, at 0.800, changed it and 1 other file');
});

it('gives a file’s further drawers less', () => {
  const [second, first] = after(
    [file('b', 1, 0.3), file('a', 1, 0.6), commit('x', 0.8)],
    [{ commit: 'x', drawers: ['a', 'b'], files: 1 }],
  );
  expect(deltaOf(first, 'history')).toBeCloseTo(0.2);
  expect(deltaOf(second, 'history')).toBeCloseTo(0.2 / 1.7);
  expect(second?.events.at(-1)?.reason).toMatch(/; this is its file’s number 2 and gets 0\.59 of that$/);
});

it('learns nothing from a commit that scores nothing, or that a phase before it left out', () => {
  const changes = [
    { commit: 'x', drawers: ['a'], files: 1 },
    { commit: 'gone', drawers: ['a'], files: 1 },
  ];
  expect(after([file('a'), commit('x', -0.1)], changes)[0]?.events).toHaveLength(1);
  expect(after([file('a'), commit('x', 0.8)], changes, 0)[0]?.events).toHaveLength(1);
});
