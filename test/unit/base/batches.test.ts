import { expect, test } from 'vitest';
import { batches } from '../../../extension/base/batches.ts';

test('batches hold every item once and in order, and only the last has fewer', () => {
  expect([...batches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...batches([1, 2, 3, 4], 2)]).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect([...batches([], 2)]).toEqual([]);
});
