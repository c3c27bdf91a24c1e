/** A text inside a command's argument, by the path of property names to it; undefined if there is none. */
export const textIn = (value: unknown, ...names: readonly string[]): string | undefined => {
  let found: unknown = value;
  for (const name of names) {
    const inside: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
    found = inside;
  }
  return typeof found === 'string' && found !== '' ? found : undefined;
};
