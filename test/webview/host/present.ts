/** A value that has to be there. */
export const present = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error('Something that has to be there is missing.');
  return value;
};
