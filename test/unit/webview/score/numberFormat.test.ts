import { afterEach, expect, it, test, vi } from 'vitest';
import { formatExact, formatPercent, wholePercent } from '../../../../webview/score/numberFormat.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('a number in full has as many decimals as it needs, and the decimal mark of the page', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  expect([0.3, 0.0000001, -2, 12345.5].map(formatExact)).toEqual(['0,3', '0,0000001', '−2', '12345,5']);
});
