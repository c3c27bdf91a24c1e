import { expect, test } from 'vitest';
import { PlacedRows } from '../../../../extension/editor/search/placedRows.ts';

const shown = ['first', 'better', 'third'];

test('a row that was placed is not one that somebody moved to, even if the editor tells of it after the next was placed', () => {
  const placed = new PlacedRows();
  placed.place('first');
  placed.place('better');
  expect(placed.last).toBe('better');
  expect(placed.movedTo('first', shown)).toBeUndefined();
  expect(placed.movedTo('better', shown)).toBeUndefined();
  expect(placed.movedTo(undefined, shown)).toBeUndefined();
  expect(placed.movedTo('third', shown)).toBe('third');
  expect(placed.movedTo('of an earlier list', shown)).toBeUndefined();
});

test('another question forgets them', () => {
  const placed = new PlacedRows();
  placed.place('first');
  placed.clear();
  expect([placed.last, placed.has('first'), placed.movedTo('first', shown)]).toEqual([undefined, false, 'first']);
});
