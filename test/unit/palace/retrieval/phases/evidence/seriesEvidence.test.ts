import { expect, it } from 'vitest';
import { seriesEvidence } from '../../../../../../extension/palace/retrieval/phases/evidence/seriesEvidence.ts';
import { candidate, contextOf, hours, through, type CandidateSketch } from '../../../../../fixtures/candidates.ts';

const lifted = (...sketches: CandidateSketch[]) =>
  through(
    seriesEvidence,
    sketches.map((sketch, i) =>
      candidate({ id: `d${i}`, slot: i, source: 1, type: 'git_commit', age: hours(50), ...sketch }),
    ),
    contextOf({ series_weight: 0.7 }),
  ).candidates;
const scores = (...sketches: CandidateSketch[]): number[] => lifted(...sketches).map(({ score }) => score);
const close = (...numbers: number[]): unknown[] => numbers.map((number) => expect.closeTo(number) as unknown);
const best: CandidateSketch = { relevance: 0.9, text: '[main] Count the berths once' };
const note: CandidateSketch = { relevance: 0.1, text: '[main] Add the change note\nFiles: CHANGELOG.md (+1/-0)' };

it('raises a short commit within an hour of the best match part of the way to it, and says so', () => {
  const [first, before, after] = lifted(
    best,
    { ...note, age: hours(50.5) },
    { ...note, relevance: 0.4, age: hours(49) },
  );
  expect([first, before, after].map((one) => one?.score)).toEqual(close(0.9, 0.66, 0.75));
  expect(first?.events).toHaveLength(1);
  expect(before?.events.at(-1)?.reason).toBe('a short commit 30 min before the one that fits best, at 0.900');
  expect(after?.events.at(-1)?.reason).toBe('a short commit 60 min after the one that fits best, at 0.900');
});

it('judges shortness by the message only, not by branch or files', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
  const files = `Files: ${words(30)}`;
  expect(scores(best, { ...note, text: `[a branch] ${words(12)}\n${files}` })).toEqual(close(0.9, 0.66));
  expect(scores(best, { ...note, text: `[main] ${words(13)}\n${files}` })).toEqual(close(0.9, 0.1));
});

it('ignores commits of another time or repository, sensitive ones, and other drawers', () => {
  for (const other of [
    { age: hours(51.01) },
    { source: 2 },
    { type: 'file' },
    { type: 'conversation' },
    { sensitive: true },
  ] as const)
    expect(scores(best, { ...note, ...other })).toEqual(close(0.9, 0.1));
});

it('does nothing if the best match is not a commit', () => {
  expect(scores({ ...best, type: 'file' }, { ...best, relevance: 0.8 }, note)).toEqual(close(0.9, 0.8, 0.1));
});
