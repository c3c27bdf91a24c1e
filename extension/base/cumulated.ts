/** The running sums of numbers. */
export const cumulated = (numbers: readonly number[]): number[] => {
  let sum = 0;
  return numbers.map((number) => (sum += number));
};
