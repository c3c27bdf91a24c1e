import type { DrawerScope } from '../../model/drawerScope.ts';

/**
 * The rank (from 1) of each of `slots` in a leg's order over the scope: greater scores first, ties to the lower slot. Null
 * if the leg has no score for the drawer. One pass over the scope with a binary search in `slots`; the scope is not sorted.
 */
export const legRanks = (
  scores: Float64Array,
  scope: DrawerScope,
  slots: readonly number[],
): (number | null)[] => {
  const asked = slots
    .map((slot, i) => ({ slot, i, score: scores[slot] ?? NaN }))
    .filter(({ score }) => !Number.isNaN(score));
  asked.sort((a, b) => b.score - a.score || a.slot - b.slot);
  const [askedScores, askedSlots] = [
    Float64Array.from(asked, ({ score }) => score),
    Float64Array.from(asked, ({ slot }) => slot),
  ];
  const least = askedScores.at(-1) ?? Infinity;
  // before[j] counts the drawers that rank before asked[j] but not before asked[j - 1].
  const before = new Float64Array(asked.length + 1);
  for (let slot = 0; slot < scope.mask.length; slot++) {
    if (scope.mask[slot] !== 1) continue;
    const score = scores[slot] ?? NaN;
    // A drawer that ranks after the last asked one is before none of them.
    if (!(score >= least)) continue;
    let low = 0;
    let high = asked.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = askedScores[middle] ?? 0;
      if (at > score || (at === score && (askedSlots[middle] ?? 0) <= slot)) low = middle + 1;
      else high = middle;
    }
    before[low] = (before[low] ?? 0) + 1;
  }
  const ranks: (number | null)[] = slots.map(() => null);
  let ahead = 0;
  asked.forEach(({ i }, j) => {
    ahead += before[j] ?? 0;
    ranks[i] = ahead + 1;
  });
  return ranks;
};
