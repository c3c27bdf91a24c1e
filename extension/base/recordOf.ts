/** A record with these keys, in this order; `valueOf` gives the value of each. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> =>
  // `Object.fromEntries` loses the type of the keys; the record has exactly these.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
