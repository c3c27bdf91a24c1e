import { expect, test } from 'vitest';
import { costChart } from '../../../bench/report/costChart.ts';

const points = [
  { drawers: 1000, cost: 1 },
  { drawers: 100_000, cost: 100 },
];

test('ten times the cost is as far up, wherever it is', () => {
  const middle = { drawers: 10_000, cost: 10 };
  const svg = costChart('A search', 'ms', [
    { name: 'median', points: [points[0] ?? middle, middle, points[1] ?? middle] },
  ]);
  const heights = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(heights).toHaveLength(3);
  const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = heights;
  expect(y0).toBeGreaterThan(y1);
  expect(y0 - y1).toBeCloseTo(y1 - y2, 0);
  expect(x1 - x0).toBeCloseTo(x2 - x1, 0);
});

test('each curve and each size is named', () => {
  const svg = costChart('Space <b>', 'MB', [
    { name: 'memory', points },
    { name: 'disk', points },
  ]);
  for (const text of ['>memory<', '>disk<', '>1,000<', '>100,000<', 'Space &lt;b>']) expect(svg).toContain(text);
});
