import { bestLine } from '../../extension/base/text/bestLine.ts';
import { termMarks } from '../../extension/base/text/termMarks.ts';

/** Letters kept before a match that was brought into view. */
const leadIn = 24;

/** Cuts a line's beginning if its first match would not be visible. */
const cutToMatch = (line: string, terms: readonly string[], visible: number): string => {
  const first = termMarks(line, terms)[0];
  if (first === undefined || first.end <= visible || first.start <= leadIn) return line;
  const from = first.start - leadIn;
  const space = line.slice(from, first.start).search(/\s\S/u);
  return `…${line.slice(space === -1 ? from : from + space + 1)}`;
};

/**
 * The line of a drawer to show in a row below its title: its best line for the terms, but not the title again if
 * there is another. `visible` is how many letters a row shows; the line begins with “…” if its start was cut to
 * bring the match into view.
 */
export const visibleLine = (text: string, title: string, terms: readonly string[], visible: number): string => {
  const others = text.split(/\r?\n/u).filter((line) => line.trim() !== title);
  const rest = others.join('\n');
  return cutToMatch(bestLine(/\S/u.test(rest) ? rest : text, terms), terms, visible);
};
