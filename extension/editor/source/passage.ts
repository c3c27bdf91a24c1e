/** A range of a document: 0-based lines and characters, end exclusive. */
export interface Passage {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
  /** Whether the lines still hold the text word for word. If not, they are only where it used to be. */
  readonly verbatim: boolean;
}

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');

const lineStarts = (text: string): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

const lineAt = (starts: readonly number[], offset: number): number => {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * Where a drawer's text is in its source today: the occurrence nearest to the lines it was filed at (1-based,
 * inclusive), else those lines as far as they exist. Line endings are taken as equal; blank edges are left out.
 */
export const findPassage = (
  document: string,
  text: string,
  lines: { readonly start: number; readonly end: number } | null,
): Passage => {
  const whole = unixLines(document);
  const wanted = unixLines(text).trimEnd().replace(/^\n+/, '');
  const starts = lineStarts(whole);
  const expected = (lines?.start ?? 1) - 1;
  let nearest: number | null = null;
  const distance = (offset: number) => Math.abs(lineAt(starts, offset) - expected);
  for (let at = wanted === '' ? -1 : whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, at + 1))
    if (nearest === null || distance(at) < distance(nearest)) nearest = at;
  if (nearest !== null) {
    const end = nearest + wanted.length;
    const [startLine, endLine] = [lineAt(starts, nearest), lineAt(starts, end)];
    return {
      startLine,
      startCharacter: nearest - (starts[startLine] ?? 0),
      endLine,
      endCharacter: end - (starts[endLine] ?? 0),
      verbatim: true,
    };
  }
  const last = starts.length - 1;
  const startLine = Math.min(Math.max(expected, 0), last);
  const endLine = Math.min(Math.max((lines?.end ?? lines?.start ?? 1) - 1, startLine), last);
  const endOfLine = endLine === last ? whole.length : (starts[endLine + 1] ?? 1) - 1;
  return {
    startLine,
    startCharacter: 0,
    endLine,
    endCharacter: endOfLine - (starts[endLine] ?? 0),
    verbatim: false,
  };
};
