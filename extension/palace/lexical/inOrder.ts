/** Sorts numbers in place, and returns them. They are mostly in order already, which costs one look at each. */
export const inOrder = (numbers: Uint32Array): Uint32Array => {
  for (let i = 1; i < numbers.length; i += 1) if ((numbers[i - 1] ?? 0) > (numbers[i] ?? 0)) return numbers.sort();
  return numbers;
};
