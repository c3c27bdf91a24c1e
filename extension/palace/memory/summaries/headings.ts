const markdownHeading = /^#{1,6}(?:\s|$)/u;
const boldLine = /^(\*\*|__)[^\n]+\1:?$/u;
/** At most this long, a line that ends with a colon only announces what follows. */
const longestLeadIn = 60;

/** Whether a line only names what follows: a heading, a bold line, a short line with a colon at its end, or a rule. */
export const isHeading = (line: string): boolean =>
  markdownHeading.test(line) ||
  boldLine.test(line) ||
  (line.length <= longestLeadIn && /^[^.!?\n]+:$/u.test(line)) ||
  !/[\p{L}\p{N}]/u.test(line);

/** At most this long, a first line without the end of a sentence is the title of what follows. */
const longestTitle = 80;
const listItem = /^(?:[-*+>|]|\d+[.)]\s)/u;

/** Where a text's title ends: its first line, if that is short, is no sentence and has text below it; otherwise 0. */
export const titleEnd = (text: string): number => {
  const start = text.search(/\S/u);
  const end = text.indexOf('\n', start);
  if (start < 0 || end < 0 || text.slice(end).trim() === '') return 0;
  const line = text.slice(start, end).trimEnd();
  return line.length <= longestTitle && /[\p{L}\p{N}]["'”’)\]]*$/u.test(line) && !listItem.test(line) ? end : 0;
};
