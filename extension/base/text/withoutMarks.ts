/** A line without its markup: a heading's `#`, a list's or comment's marks, quotation marks of a docstring. */
export const withoutMarks = (line: string): string => {
  const plain = line
    .replace(/^(?:(?:#{1,6}|\/\/+|\/\*+|\*+|[-+>]|--+|<!--)\s+|"{3}|'{3})/, '')
    .replace(/(?<!\s)\s*(?:\*\/|-->|"{3}|'{3})$/, '')
    .trim();
  return plain === '' ? line : plain;
};
