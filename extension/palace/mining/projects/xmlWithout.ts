/**
 * The text of an XML file without its comments and without the elements of these names (whose tags have no
 * attributes). What is opened and never closed stays. Takes time in proportion to the text; a regular expression
 * would look for the end of each opening to the end of the file.
 */
export const xmlWithout = (text: string, elements: readonly string[] = []): string => {
  const openings = new RegExp(['<!--', ...elements.map((name) => `<${name}>`)].join('|'), 'g');
  const neverClosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const [opening] = match;
    if (neverClosed.has(opening)) continue;
    const closing = opening === '<!--' ? '-->' : opening.replace('<', '</');
    const close = text.indexOf(closing, openings.lastIndex);
    if (close < 0) {
      neverClosed.add(opening);
      continue;
    }
    kept += text.slice(from, match.index);
    from = close + closing.length;
    openings.lastIndex = from;
  }
  return kept + text.slice(from);
};
