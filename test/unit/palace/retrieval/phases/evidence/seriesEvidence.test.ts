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

it('lifts a short commit within an hour of the best match part of the way to it, and says so', () => {
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

it('counts the words of the message alone, neither the branch nor the files', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
  const files = `Files: ${words(30)}`;
  expect(scores(best, { ...note, text: `[a branch] ${words(12)}\n${files}` })).toEqual(close(0.9, 0.66));
  expect(scores(best, { ...note, text: `[main] ${words(13)}\n${files}` })).toEqual(close(0.9, 0.1));
});

it('leaves alone what was committed at another time or elsewhere, what is no commit, and what is sensitive', () => {
  for (const other of [
    { age: hours(51.01) },
    { source: 2 },
    { type: 'file' },
    { type: 'conversation' },
    { sensitive: true },
  ] as const)
    expect(scores(best, { ...note, ...other })).toEqual(close(0.9, 0.1));
});

it('does nothing where the best match is no commit', () => {
  expect(scores({ ...best, type: 'file' }, { ...best, relevance: 0.8 }, note)).toEqual(close(0.9, 0.8, 0.1));
});
