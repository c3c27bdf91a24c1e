import { expect, test } from 'vitest';
import { scoreStory, shownScore } from '../../../../webview/score/scoreSteps.ts';

const explained = (cosine: number, deltas: readonly number[], score?: number) =>
  scoreStory(
    {
      cosine_similarity: cosine,
      score_events: deltas.map((delta) => ({ phase: 'fusion' as const, delta, reason: 'r' })),
      score: score ?? deltas.reduce((sum, delta) => sum + delta, cosine),
    },
    true,
  );

test('a change is the difference of the rounded totals, so that rounding each change by itself cannot spoil the sum', () => {
  const story = explained(0.1004, [0.1004, 0.1004]);
  expect(story?.steps.map(({ change, running }) => [change, running])).toEqual([
    ['0.100', '0.100'],
    ['+.101', '0.201'],
    ['+.100', '0.301'],
  ]);
  expect(story?.shownFinal).toBe('0.301');
});

test('changes have a true sign and no leading zero, scores have one', () => {
  expect(explained(0.642, [0.358, -0.16, -1.2])?.steps.map(({ change }) => change)).toEqual([
    '0.642',
    '+.358',
    '−.160',
    '−1.200',
  ]);
  expect(shownScore(-0.02)).toBe('−0.020');
  expect(shownScore(-0.0001)).toBe('0.000');
});

test('a loss too small to be seen keeps its minus', () => {
  expect(explained(0.5, [-0.0001])?.steps.at(-1)?.change).toBe('−.000');
});

test('events that do not sum to the score are noticed', () => {
  expect(explained(0.5, [0.25])?.addsUp).toBe(true);
  expect(explained(0.5, [0.25], 0.7500001)?.addsUp).toBe(false);
});

test('without events or cosine there is no story', () => {
  expect(scoreStory({ score: 1 }, true)).toBeNull();
  expect(scoreStory({ score: 1, score_events: [] }, true)).toBeNull();
});

test('a result without a cosine says why', () => {
  const first = (
    drawer: { readonly sensitive?: boolean; readonly unembeddable?: boolean; readonly palace?: string },
    isMeaningCompared = true,
  ) =>
    scoreStory({ cosine_similarity: 0, score_events: [], score: 0, ...drawer }, isMeaningCompared)?.steps[0]
      ?.reason;
  expect(first({})).toBe('it has no vector yet');
  expect(first({ sensitive: true })).toBe('it is sensitive, so it has no vector');
  expect(first({ unembeddable: true })).toBe('the model can’t embed its text, so it has no vector');
  expect(first({ palace: 'docs' })).toBe('no vector in “docs” to compare');
  expect(first({}, false)).toBe('meaning was not compared');
});
