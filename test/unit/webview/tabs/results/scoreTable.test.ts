import { expect, test } from 'vitest';
import { scoreStory } from '../../../../../webview/score/scoreSteps.ts';
import { nextCount } from '../../../../../webview/tabs/results/nextCount.ts';
import { rankedHits } from '../../../../../webview/tabs/results/rankedHit.ts';
import { scoreTable, scoreTableText } from '../../../../../webview/tabs/results/scoreTable.ts';
import { emptyTrace, sampleResult } from '../../../../fixtures/inspector/sampleResults.ts';

const sample = sampleResult(0);
const { results } = sample;
const rows = rankedHits(sample);

test('the table has a column for each step that occurs, in the order of events', () => {
  expect(scoreTable(rows).columns.map(({ phase }) => phase)).toEqual([
    'cosine',
    'fusion',
    'sentence',
    'time',
    'decay',
    'ltp',
    'importance',
    'tier',
    'lifecycle_cap',
    'pinned',
    'mmr',
    'cross_wing_balancing',
  ]);
});

test('the copied text gives every change and score to the last bit, and its rows add up', () => {
  const [head = [], ...lines] = scoreTableText(scoreTable(rows))
    .split('\n')
    .map((line) => line.split('\t'));
  expect(lines.length).toBe(results.length);
  lines.forEach((cells, index) => {
    const steps = cells
      .slice(3, head.indexOf('final'))
      .filter((cell) => cell !== '')
      .map(Number);
    expect(steps.reduce((sum, step) => sum + step, 0)).toBe(results[index]?.score);
    expect(Number(cells[head.indexOf('final')])).toBe(results[index]?.score);
    expect(Number(cells[head.indexOf('selection')])).toBe(results[index]?.selection_score);
  });
});

test('tabs and line ends in names cannot break the copied table', () => {
  const [first] = rows;
  if (first === undefined) throw new RangeError('one row');
  const text = scoreTableText(
    scoreTable([{ ...first, hit: { ...first.hit, source_file: 'a\tb\nc.ts', lines: null } }]),
  );
  expect(text.split('\n').length).toBe(2);
  expect(new Set(text.split('\n').map((line) => line.split('\t').length)).size).toBe(1);
});

test('a drawer scored twice by one phase shows both changes in one cell', () => {
  const [first] = rows;
  if (first === undefined) throw new RangeError('one row');
  const hit = {
    ...first.hit,
    cosine_similarity: 0.5,
    score: 0.75,
    score_events: [
      { phase: 'fusion' as const, delta: 0.125, reason: '' },
      { phase: 'fusion' as const, delta: 0.125, reason: '' },
    ],
  };
  const [row] = scoreTable([{ ...first, hit, story: scoreStory(hit, true) }]).rows;
  expect(row?.cells.map((cell) => cell?.shown)).toEqual(['0.500', '+.250']);
});

test('more results are offered until the candidates are used up or the limit is reached', () => {
  const result = (count: number, candidates: number) => ({
    results: Array.from({ length: count }, () => results[0]).flatMap((hit) => (hit === undefined ? [] : [hit])),
    pipeline_trace: { ...emptyTrace, total_candidates_in: candidates },
  });
  expect(nextCount(result(10, 83), null, 1000)).toBe(20);
  expect(nextCount(result(20, 83), 20, 1000)).toBe(50);
  expect(nextCount(result(83, 83), 100, 1000)).toBeNull();
  expect(nextCount(result(7, 7), null, 1000)).toBeNull();
  expect(nextCount(result(1000, 5000), 1000, 1000)).toBeNull();
});

test('a list that is shorter than asked for has no more, whatever was left out of it', () => {
  const shortList = { results: results.slice(0, 1), pipeline_trace: { ...emptyTrace, total_candidates_in: 45 } };
  expect(nextCount(shortList, 20, 1000)).toBeNull();
});
