import { expect, it } from 'vitest';
import { doubleClicks } from '../../../../extension/editor/tree/doubleClicks.ts';

it('two quick clicks on one row are a double click; slow ones, and those on two rows, are single ones', () => {
  let now = 0;
  const isSecond = doubleClicks(() => now);
  const click = (row: string, after: number): boolean => {
    now += after;
    return isSecond(row);
  };
  expect([
    click('a', 0),
    click('a', 200),
    // The third is a first one again.
    click('a', 200),
    click('a', 2000),
    click('b', 200),
    click('a', 200),
  ]).toEqual([false, true, false, false, false, false]);
});
