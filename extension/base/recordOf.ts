/** A record with these keys, in their order, and what `valueOf` says of each. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> =>
  // Entries lose the type of their keys; these are all of them and no others.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
