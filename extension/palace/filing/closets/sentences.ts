const start = /[^\s.!?|→]/g;
/** Where a sentence can't go on, or ends. A point goes on where no blank follows it, as in a name. */
const stop = /[\n!?|→]|\.(?!\S)/g;
const pointInQuotes = /\.(?=["”’)])/g;

/**
 * The sentences of a text, each from its first word to the mark at its end: the longest part of a line without `|` and
 * `→` that ends in a mark before a blank, a closing quotation mark or the end. Takes time in proportion to the text,
 * also where a long line has no sentence.
 */
export function* sentencesIn(text: string): Generator<string> {
  for (let at = next(start, text, 0); at < text.length;) {
    const stopped = next(stop, text, at + 1);
    const end = isEnd(text, stopped) ? stopped + 1 : lastPointInQuotes(text, at + 1, stopped);
    if (end > 0) yield text.slice(at, end);
    at = next(start, text, end > 0 ? end : stopped);
  }
}

/** Where the pattern is found next; the text's length if nowhere. */
const next = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
};

const isEnd = (text: string, at: number): boolean =>
  text[at] === '.' || ((text[at] === '!' || text[at] === '?') && /^[\s"”’)]?$/.test(text[at + 1] ?? ''));

/** The offset after it; 0 if there is none. */
const lastPointInQuotes = (text: string, from: number, to: number): number => {
  let last = 0;
  for (const { index } of text.slice(from, to).matchAll(pointInQuotes)) last = from + index + 1;
  return last;
};
