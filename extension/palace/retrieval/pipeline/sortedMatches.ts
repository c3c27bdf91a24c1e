import { BoundedHeap } from '../../../base/boundedHeap.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { SortBy } from '../candidates/resultOrder.ts';
import type { PoolChoice } from '../fusion/fusion.ts';
import type { LegScores } from '../legs/legScores.ts';

type SortColumns = Pick<Catalogue, 'filedAtOf' | 'importanceOf'>;

const keyOf = (sortBy: SortBy, catalogue: SortColumns): ((slot: number) => number) =>
  sortBy === 'recency' ? (slot) => catalogue.filedAtOf(slot) : (slot) => catalogue.importanceOf(slot);

/**
 * Chooses the pool of a search that is sorted by date or importance: the first `count` of all drawers that hold a word of the
 * query; ties by relevance. One pass over the catalogue with a heap of `count` slots. Undefined if relevance decides: the
 * search asks for that order, or no drawer holds any of the words. Meaning has no boundary between match and
 * non-match, so it adds nothing to a sorted list as long as the words find something.
 */
export const sortedMatches = (
  sortBy: SortBy,
  { scores, matched }: LegScores,
  catalogue: SortColumns,
  count: number,
): PoolChoice | undefined => {
  if (sortBy === 'relevance' || matched === 0) return undefined;
  const key = keyOf(sortBy, catalogue);
  return (relevance) => {
    const first = new BoundedHeap<number>(
      count,
      (a, b) => key(b) - key(a) || (relevance[b] || 0) - (relevance[a] || 0) || a - b,
    );
    for (let slot = 0; slot < scores.length; slot++) if (!Number.isNaN(scores[slot])) first.offer(slot);
    return first.sorted();
  };
};

/** A drawer's place among all matches by date or importance, from 1; equal ones share a place. Null if it is not a match. */
export const placeAmongMatches = (
  slot: number,
  sortBy: SortBy,
  { scores }: LegScores,
  catalogue: SortColumns,
): number | null => {
  if (Number.isNaN(scores[slot] ?? NaN)) return null;
  const key = keyOf(sortBy, catalogue);
  let before = 0;
  for (let other = 0; other < scores.length; other++)
    if (!Number.isNaN(scores[other]) && key(other) > key(slot)) before++;
  return before + 1;
};
