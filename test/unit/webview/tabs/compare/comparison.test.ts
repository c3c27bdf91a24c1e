import { expect, test } from 'vitest';
import { comparison } from '../../../../../webview/tabs/compare/comparison.ts';
import { rankedSide } from '../../../../../webview/tabs/compare/rankedSide.ts';
import { slopeLayout } from '../../../../../webview/charts/slopeLayout.ts';
import { translator } from '../../../../../webview/text/translate.ts';
import { otherRanking, tracedResult } from '../../../../fixtures/inspector/tracedResults.ts';

const t = translator({});

test('climbs, falls, entries and exits are told apart', () => {
  const { rowsB } = slopeLayout(['a', 'b', 'c', 'd'], ['b', 'd', 'a', 'x'], 3);
  expect(rowsB.map(({ id, rankA, rankB, kind }) => [id, rankA, rankB, kind])).toEqual([
    ['b', 2, 1, 'up'],
    ['d', 4, 2, 'new'],
    ['a', 1, 3, 'down'],
    ['c', 3, null, 'gone'],
  ]);
});

test('a ranking against itself says so', () => {
  const side = rankedSide(otherRanking(0));
  expect(comparison(side, side, 10, t).verdict).toBe('The same 10, in the same order.');
});

test('what fell out carries the reason that the trace gives for it', () => {
  const traced = tracedResult(0);
  const { drawers, verdict } = comparison(rankedSide(otherRanking(0)), rankedSide(traced), 10, t);
  const gone = [...drawers.values()].filter(({ slope }) => slope.kind === 'gone');
  expect(gone.length).toBeGreaterThan(0);
  const reasons = new Map((traced.candidate_trace ?? []).map((entry) => [entry['drawer_id'], entry['reason']]));
  for (const { slope, why } of gone) expect(why?.reason).toBe(reasons.get(slope.id));
  expect(verdict).toMatch(/^\d+ of 10 in both\. Biggest climb: “.+”, #\d+ to #\d+\.$/u);
});
