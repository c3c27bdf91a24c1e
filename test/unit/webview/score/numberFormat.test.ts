import { expect, it } from 'vitest';
import { formatPercent, wholePercent } from '../../../../webview/score/numberFormat.ts';

it.each([
  [0, '0 %', 0],
  [0.0003, '0.1 %', 1],
  [0.034, '3.4 %', 3],
  [0.5, '50 %', 50],
  [0.999, '99 %', 99],
  [1, '100 %', 100],
])('a share of %f is %s: nothing alone is 0 %, and all of it 100 %', (share, text, whole) => {
  expect(formatPercent(share)).toBe(text);
  expect(wholePercent(share)).toBe(whole);
});
