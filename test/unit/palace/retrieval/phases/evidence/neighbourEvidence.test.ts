import { expect, it } from 'vitest';
import { neighbourEvidence } from '../../../../../../extension/palace/retrieval/phases/evidence/neighbourEvidence.ts';
import { candidate, contextOf, through, type CandidateSketch } from '../../../../../fixtures/candidates.ts';

const through30Percent = (...sketches: CandidateSketch[]) =>
  through(
    neighbourEvidence,
    sketches.map((sketch, i) => candidate({ id: `d${i}`, slot: i, source: 1, type: 'conversation', ...sketch })),
    contextOf({ neighbour_weight: 0.3 }),
  ).candidates;
const scores = (...sketches: CandidateSketch[]): number[] =>
  through30Percent(...sketches).map(({ score }) => score);
const close = (...numbers: number[]): unknown[] => numbers.map((number) => expect.closeTo(number) as unknown);

it('raises a drawer part of the way to the best of its neighbours within two places, and names it', () => {
  const lifted = through30Percent(
    { chunkIndex: 4, relevance: 0.9 },
    { chunkIndex: 5, relevance: 0.4 },
    { chunkIndex: 2, relevance: 0.1 },
    { chunkIndex: 1, relevance: 0.2 },
  );
  expect(lifted.map(({ score }) => score)).toEqual(close(0.9, 0.55, 0.34, 0.2));
  expect(lifted.map(({ events }) => events.slice(1).map(({ reason }) => reason))).toEqual([
    [],
    ['the drawer right before it fits better, at 0.900'],
    ['a drawer 2 places after it fits better, at 0.900'],
    [],
  ]);
});

it('ignores drawers of another source, of files and of commits', () => {
  const pair = (sketch: CandidateSketch, other: CandidateSketch = sketch): number[] =>
    scores({ chunkIndex: 1, relevance: 0.9, ...sketch }, { chunkIndex: 2, relevance: 0.4, ...other });
  expect(pair({}, { source: 2 })).toEqual(close(0.9, 0.4));
  expect(pair({ type: 'git_commit' })).toEqual(close(0.9, 0.4));
  expect(pair({ type: 'file' })).toEqual(close(0.9, 0.4));
});

it('uses the better of two drawers in the same place', () => {
  expect(
    scores(
      { chunkIndex: 1, relevance: 0.2 },
      { chunkIndex: 1, relevance: 0.9 },
      { chunkIndex: 2, relevance: 0.4 },
    ),
  ).toEqual(close(0.26, 0.9, 0.55));
});
