const longest = 140;

/** How many of the terms (lower-case stems) stand in the line. A stem's last letter may differ from the word's (`happi`, happy). */
const matches = (line: string, terms: readonly string[]): number => {
  const lower = line.toLowerCase();
  return terms.filter((term) => lower.includes(term) || (term.length > 4 && lower.includes(term.slice(0, -1))))
    .length;
};

const clip = (line: string): string =>
  line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;

/** A line without what only marks it up: a heading's `#`, a list's or comment's marks, quotation marks of a docstring. */
const withoutMarks = (line: string): string => {
  const plain = line
    .replace(/^(?:(?:#{1,6}|\/\/+|\/\*+|\*+|[-+>]|--+|<!--)\s+|"{3}|'{3})/, '')
    .replace(/\s*(?:\*\/|-->|"{3}|'{3})$/, '')
    .trim();
  return plain === '' ? line : plain;
};

/** The line that says most about the query: the one with most of its terms, the earliest of several; without marks, clipped. */
export const bestLine = (text: string, terms: readonly string[]): string => {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  let best = lines[0] ?? text.trim();
  let most = 0;
  for (const line of lines) {
    const found = matches(line, terms);
    if (found > most) [best, most] = [line, found];
  }
  return clip(withoutMarks(best));
};

/** Text that the editor's labels show as it is: `$(name)` would become an icon. */
export const plainLabel = (text: string): string => text.replace(/\$\(/g, '$\u200b(');
