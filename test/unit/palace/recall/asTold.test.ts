import { expect, it } from 'vitest';
import { asTold, timesOfLegs } from '../../../../extension/palace/recall/asTold.ts';

it('a number from the server is bounded, and anything else counts as not told', () => {
  expect([3, 12, 0, -1, NaN, null, undefined].map((told) => asTold(told, 10))).toEqual([
    3,
    10,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('the server has worked on a leg no longer than it was waited for', () => {
  const { note, times } = timesOfLegs();
  note('words', { ms: 20, atServer: 500 });
  note('meaning', { ms: 30, atServer: null });
  expect(times).toEqual([
    { leg: 'words', ms: 20, at_server_ms: 20 },
    { leg: 'meaning', ms: 30, at_server_ms: null },
  ]);
});
