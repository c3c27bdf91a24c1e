import { expect, test } from 'vitest';
import { ledgerDomain, ledgerLayout } from '../../../../webview/score/ledgerLayout.ts';
import { scoreStory, type ScoreStory } from '../../../../webview/score/scoreSteps.ts';

const story = (cosine: number, ...deltas: readonly number[]): ScoreStory => {
  const told = scoreStory(
    {
      cosine_similarity: cosine,
      score_events: deltas.map((delta) => ({ phase: 'mmr' as const, delta, reason: '' })),
      score: deltas.reduce((sum, delta) => sum + delta, cosine),
    },
    true,
  );
  if (told === null) throw new TypeError('An explained hit has a story.');
  return told;
};

test('gains stand end to end above; below, the final score comes first and the losses run back from the right', () => {
  const { gains, losses, final, start, end } = ledgerLayout(story(0.5, 0.5, -0.25, -0.125));
  expect(gains.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.5],
    [0.5, 1],
  ]);
  expect(losses.map(({ from, to }) => [from, to])).toEqual([
    [0.75, 1],
    [0.625, 0.75],
  ]);
  expect([final.lane, final.from, final.to]).toEqual(['below', 0, 0.625]);
  expect([start, end]).toEqual([0, 1]);
});

test('a negative cosine is a loss', () => {
  const { gains, losses } = ledgerLayout(story(-0.25, 1));
  expect(gains.length).toBe(1);
  expect(losses.map(({ from, to }) => [from, to])).toEqual([[0.75, 1]]);
});

test('a final score below zero stands left of zero in the upper lane, as what is still owed', () => {
  const { final, losses, start } = ledgerLayout(story(0.25, -0.75));
  expect([final.lane, final.from, final.to]).toEqual(['above', -0.5, 0]);
  expect(losses.map(({ from, to }) => [from, to])).toEqual([[-0.5, 0.25]]);
  expect(start).toBe(-0.5);
});

test('a list without scores still has a scale', () => {
  expect(ledgerDomain([])).toEqual([0, 0.05]);
});
