import { expect, test } from 'vitest';
import { wingRows } from '../../../../../webview/tabs/wings/wingRows.ts';

test('wings stand by size, each with its shares of palace, result and set', () => {
  const { rows, rest } = wingRows({ small: 1, large: 9 }, ['large', 'small'], ['large', 'large']);
  expect(
    rows.map(({ wing, palaceShare, resultShare, resultCount }) => [wing, palaceShare, resultShare, resultCount]),
  ).toEqual([
    ['large', 0.9, 0.5, 1],
    ['small', 0.1, 0.5, 1],
  ]);
  expect(rows[1]?.steps).toEqual([
    { share: 0, picked: false, runShare: 0 },
    { share: 0.5, picked: true, runShare: 0 },
  ]);
  expect(rest).toEqual({ wings: 0, drawers: 0 });
});

test('of many wings only those that were picked from and the largest have a row; the rest is counted', () => {
  const counts = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`wing${index}`, 100 - index]));
  const { rows, rest } = wingRows(counts, ['wing99'], ['wing98']);
  expect(rows.map(({ wing }) => wing)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `wing${index}`),
    'wing98',
    'wing99',
  ]);
  expect(rest.wings).toBe(88);
  expect(rest.drawers + rows.reduce((sum, { palaceCount }) => sum + palaceCount, 0)).toBe(5050);
});

test('a palace without drawers, or a run without picks, has shares of nothing', () => {
  expect(wingRows({}, [], []).rows).toEqual([]);
  expect(wingRows({ a: 0 }, [], []).rows).toMatchObject([{ palaceShare: 0, resultShare: 0, steps: [] }]);
});

test('a wing that the palace does not count has no drawers, whatever its name', () => {
  const { rows } = wingRows({ harbor: 3 }, ['constructor', '__proto__'], []);
  expect(rows.map(({ wing, palaceCount, palaceShare }) => [wing, palaceCount, palaceShare])).toEqual([
    ['harbor', 3, 1],
    ['__proto__', 0, 0],
    ['constructor', 0, 0],
  ]);
});
