import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { LexicalQuery } from './lexicalQuery.ts';

/** An index that finds the slots of a scope that hold all of some terms. */
interface TermIndex {
  slotsHolding(terms: readonly string[], scope: DrawerScope): Uint32Array;
}

/** The scope without the slots that hold every term of any one of the lists. */
export const withoutExcluded = (
  index: TermIndex,
  excluded: LexicalQuery['excluded'],
  scope: DrawerScope,
): DrawerScope => {
  if (excluded.length === 0) return scope;
  const mask = scope.mask.slice();
  let count = scope.count;
  for (const terms of excluded) {
    for (const slot of index.slotsHolding(terms, { mask, count })) {
      mask[slot] = 0;
      count -= 1;
    }
  }
  return { mask, count };
};
