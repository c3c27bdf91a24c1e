/** Where to cut a chunk that contains no line end. All offsets refer to the whole text. */
interface CutWindow {
  /** Offset of the chunk's first character, a grapheme boundary. */
  readonly start: number;
  /** Inclusive bounds of the cut. */
  readonly low: number;
  readonly high: number;
  readonly target: number;
  /** Ranks equally good places by the text that follows them; the lowest value wins. */
  readonly anchorHash: (text: string, offset: number) => number;
}

/**
 * Cuts inside a long line: after a sentence, else after whitespace, else between graphemes near the target. A grapheme
 * that fills the whole window is cut between code points.
 */
export const cutWithinLine = (text: string, window: CutWindow): number => {
  return (
    cutAfter(text, window, isSentenceEnd) ?? cutAfter(text, window, isWordEnd) ?? cutBetweenGraphemes(text, window)
  );
};

const cutAfter = (
  text: string,
  window: CutWindow,
  ends: (text: string, offset: number) => boolean,
): number | undefined => {
  const candidates: { readonly offset: number; readonly hash: number }[] = [];
  for (let offset = window.low; offset <= window.high; offset++) {
    if (ends(text, offset)) candidates.push({ offset, hash: window.anchorHash(text, offset) });
  }
  candidates.sort((a, b) => a.hash - b.hash || a.offset - b.offset);
  return candidates.find(({ offset }) => isGraphemeBoundary(text, window.start, offset))?.offset;
};

/** Whether a word has ended and the next one begins at the offset. */
const isWordEnd = (text: string, offset: number): boolean => {
  const next = text.charCodeAt(offset);
  return isBlank(text.charCodeAt(offset - 1)) && !isBlank(next) && !isLineBreak(next);
};

/** Whether a sentence, including closing quotes and a space, ends right before the offset. */
const isSentenceEnd = (text: string, offset: number): boolean => {
  const next = text.charCodeAt(offset);
  if (isBlank(next) || isLineBreak(next) || isCloser(next)) return false;
  let index = offset - 1;
  while (isBlank(text.charCodeAt(index)) && offset - index < lookBehind) index--;
  const spaced = index < offset - 1;
  while (isCloser(text.charCodeAt(index)) && offset - index < lookBehind) index--;
  const mark = text.charCodeAt(index);
  if (wideStops.has(mark)) return !wideStops.has(next);
  return spaced && stops.has(mark);
};

const lookBehind = 16;
const codes = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.charCodeAt(0)));
const stops = codes('.!?…');
const wideStops = codes('。！？');
const closers = codes(`"')]”’»」』）`);
const isCloser = (code: number): boolean => closers.has(code);
const isLineBreak = (code: number): boolean => code === 10 || code === 13;

const isBlank = (code: number): boolean => {
  return (
    code === 32 ||
    code === 9 ||
    code === 0xa0 ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f
  );
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isGraphemeBoundary = (text: string, start: number, offset: number): boolean => {
  // Below U+0300 only CR LF is inseparable, and no cut is offered before a line break.
  if (text.charCodeAt(offset) < 0x300 && text.charCodeAt(offset - 1) < 0x300) return true;
  return graphemes.segment(text.slice(start, offset + 2)).containing(offset - start)?.index === offset - start;
};

const cutBetweenGraphemes = (text: string, { start, low, high, target }: CutWindow): number => {
  const grapheme = graphemes.segment(text.slice(start, high + 2)).containing(target - start);
  if (grapheme !== undefined) {
    const before = start + grapheme.index;
    if (before >= low) return before;
    const after = before + grapheme.segment.length;
    if (after <= high) return after;
  }
  const code = text.charCodeAt(target);
  return code >= 0xdc00 && code <= 0xdfff ? target - 1 : target;
};
