import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../batches.ts';

/** Items that one turn sorts. */
const run = 1_000;

/**
 * Sorts tens of thousands of items in many short turns, so that other work is not kept waiting: runs of a thousand, which are then
 * merged two by two. Equal items keep their order; the given array stays as it is.
 */
export const sortInTurns = async <Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> => {
  let sorted: Item[][] = [];
  for (const some of batches(items, run)) {
    sorted.push(some.sort(compare));
    await nextTurn();
  }
  while (sorted.length > 1) {
    const merged: Item[][] = [];
    for (const [first = [], second = []] of batches(sorted, 2)) {
      merged.push(mergedOf(first, second, compare));
      await nextTurn();
    }
    sorted = merged;
  }
  return sorted[0] ?? [];
};

const mergedOf = <Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Item[] => {
  const merged: Item[] = [];
  let taken = 0;
  for (const item of first) {
    for (let next = second[taken]; next !== undefined && compare(item, next) > 0; next = second[taken]) {
      merged.push(next);
      taken += 1;
    }
    merged.push(item);
  }
  return merged.concat(second.slice(taken));
};
