import { termMarks, termsHeld } from './termMarks.ts';

/** Letters kept before a match that was brought into view. */
const leadIn = 24;

/** Cuts a line's beginning where its first match would not be seen. */
const cutToMatch = (line: string, terms: readonly string[], visible: number): string => {
  const first = termMarks(line, terms)[0];
  if (first === undefined || first.end <= visible || first.start <= leadIn) return line;
  const from = first.start - leadIn;
  const space = line.slice(from, first.start).search(/\s\S/u);
  return `…${line.slice(space === -1 ? from : from + space + 1)}`;
};

/**
 * The line of a drawer to show in a list: the first line of a commit; otherwise the one with the most different terms,
 * the earlier one among equals. Trimmed. `visible` is how many letters a row shows: the line begins with “…” where its start was cut
 * to bring the match into view.
 */
export const bestLine = (text: string, type: string, terms: readonly string[], visible: number): string => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = ''] = lines;
  if (type === 'git_commit') return first;
  let best = first;
  let most = termsHeld(first, terms);
  for (const line of lines.slice(1)) {
    const held = termsHeld(line, terms);
    if (held > most) {
      best = line;
      most = held;
    }
  }
  return cutToMatch(best, terms, visible);
};
