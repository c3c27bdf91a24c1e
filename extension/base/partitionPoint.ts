/**
 * Binary search: the first number from `low` up to `high` that does not come before; `high` if all do.
 * @param isBefore true for the numbers below some place, false for those from it on
 */
export const partitionPoint = (low: number, high: number, isBefore: (at: number) => boolean): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
};
