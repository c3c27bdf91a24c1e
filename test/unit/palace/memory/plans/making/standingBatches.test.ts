import { expect, it } from 'vitest';
import { standingBatches } from '../../../../../../extension/palace/memory/plans/making/standingBatches.ts';

const batches = (drawers: readonly string[], most: number) =>
  standingBatches(drawers, (drawer) => (drawer.startsWith('-') ? null : drawer.slice(0, 1)), most);

it('drawers of one standing are in one batch, and standings fill it up', () => {
  expect(batches(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'c3', 'b3', 'a3'], 6)).toEqual([
    ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'],
    ['c1', 'c2', 'c3'],
  ]);
});

it('what is too few for a group takes no place', () => {
  expect(batches(['a1', 'a2', '-1', 'b1', '-2', '-3', 'b2', 'b3'], 6)).toEqual([['b1', 'b2', 'b3']]);
  expect(batches([], 6)).toEqual([]);
});

it('a standing of more drawers than a batch holds is cut', () => {
  expect(batches(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'], 4)).toEqual([
    ['a1', 'a2', 'a3', 'a4'],
    ['a5', 'a6', 'a7', 'a8'],
  ]);
  expect(batches(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'], 4)).toEqual([['a1', 'a2', 'a3', 'a4']]);
});
