/** The first entry of each key, in their order. */
export const firstOfEach = <T>(list: readonly T[], keyOf: (entry: T) => string): T[] => {
  const seen = new Set<string>();
  return list.filter((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};
