/** Kinds of place before a line where a text can be cut, best first. A line's rank is an index into this list. */
export const lineRanks = [
  'heading',
  'blank line before a top-level line',
  'blank line',
  'end of a top-level block',
  'line end',
] as const;

/** A text's lines as VS Code counts them (LF, CR LF or CR ends a line). */
export interface ScannedLines {
  readonly count: number;
  /** Offset of each line's first character. */
  readonly start: Int32Array;
  /** Rank of a cut before each line: an index into {@link lineRanks}. */
  readonly rank: Uint8Array;
}

const heading = 0;
const topLevelAfterBlank = 1;
const afterBlank = 2;
const blockEnd = 3;
const lineEnd = 4;

const LF = 10;
const CR = 13;
const HASH = 35;
const DASH = 45;
const EQUALS = 61;

/** Finds every line and ranks a cut before it, in one pass. */
export const scanLines = (text: string): ScannedLines => {
  const starts = lineStarts(text);
  const count = starts.length;
  const rank = new Uint8Array(count);
  let before: LineShape | undefined;
  let current = shapeOf(text, starts, 0);
  for (let line = 0; line < count; line++) {
    const after = line + 1 < count ? shapeOf(text, starts, line + 1) : undefined;
    rank[line] = rankBetween(before, current, after);
    before = current;
    if (after) current = after;
  }
  return { count, start: Int32Array.from(starts), rank };
};

const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > CR) continue;
    if (code === LF || (code === CR && text.charCodeAt(index + 1) !== LF)) {
      if (index + 1 < text.length) starts.push(index + 1);
    }
  }
  return starts;
};

interface LineShape {
  readonly blank: boolean;
  readonly indented: boolean;
  /** Begins at the margin with a closing bracket. */
  readonly closer: boolean;
  /** `# …` to `###### …`. */
  readonly atx: boolean;
  /** Consists of three or more `=` or `-`: underlines a heading. */
  readonly underline: boolean;
}

const shapeOf = (text: string, starts: readonly number[], line: number): LineShape => {
  const start = starts[line] ?? 0;
  const end = starts[line + 1] ?? text.length;
  let index = start;
  while (index < end && isSpace(text.charCodeAt(index))) index++;
  const blank = index === end || isLineBreak(text.charCodeAt(index));
  const first = blank ? 0 : text.charCodeAt(index);
  const indented = !blank && index > start;
  const atMargin = !blank && !indented;
  return {
    blank,
    indented,
    closer: atMargin && (first === 125 || first === 93 || first === 41),
    atx: atMargin && first === HASH && isAtxHeading(text, start, end),
    underline: atMargin && (first === EQUALS || first === DASH) && isUnderline(text, start, end, first),
  };
};

const rankBetween = (before: LineShape | undefined, line: LineShape, after: LineShape | undefined): number => {
  if (line.blank || before === undefined) return lineEnd;
  if (line.atx && !before.atx) return heading;
  if (before.blank) {
    if (after?.underline === true && !line.indented && !line.underline) return heading;
    return line.indented ? afterBlank : topLevelAfterBlank;
  }
  return !line.indented && !line.closer && (before.indented || before.closer) ? blockEnd : lineEnd;
};

const isAtxHeading = (text: string, start: number, end: number): boolean => {
  let index = start;
  while (index < end && text.charCodeAt(index) === HASH) index++;
  return (
    index - start <= 6 &&
    index + 1 < end &&
    isSpace(text.charCodeAt(index)) &&
    !isLineBreak(text.charCodeAt(index + 1))
  );
};

const isUnderline = (text: string, start: number, end: number, mark: number): boolean => {
  let index = start;
  while (index < end && text.charCodeAt(index) === mark) index++;
  if (index - start < 3) return false;
  while (index < end && isSpace(text.charCodeAt(index))) index++;
  return index === end || isLineBreak(text.charCodeAt(index));
};

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 12 || code === 0xfeff;
const isLineBreak = (code: number): boolean => code === LF || code === CR;
