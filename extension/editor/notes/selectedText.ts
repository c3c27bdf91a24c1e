/** A place in a document, as the editor counts: from 0. */
interface Place {
  readonly line: number;
  readonly character: number;
}

interface SelectedPart {
  readonly text: string;
  readonly start: Place;
  readonly end: Place;
}

/**
 * What is selected, of several cursors all of it in the order of the document, each part on lines of its own as the editor copies
 * them; and the lines, from 1, that it lies within. Null if nothing but blanks is selected. `eol`: the document's line end.
 */
export const selectedText = (
  parts: readonly SelectedPart[],
  eol: string,
): { readonly text: string; readonly lines: { readonly start: number; readonly end: number } } | null => {
  const held = parts
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => a.start.line - b.start.line || a.start.character - b.start.character);
  const [first, last] = [held[0], held.at(-1)];
  if (first === undefined || last === undefined) return null;
  const lastLine = last.end.character === 0 && last.end.line > last.start.line ? last.end.line - 1 : last.end.line;
  return {
    text: held.map(({ text }, at) => (at === held.length - 1 || text.endsWith('\n') ? text : text + eol)).join(''),
    lines: { start: first.start.line + 1, end: lastLine + 1 },
  };
};
