/** The running sums of numbers: each with all before it. */
export const cumulated = (numbers: readonly number[]): number[] => {
  let sum = 0;
  return numbers.map((number) => (sum += number));
};
