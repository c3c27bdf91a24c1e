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
