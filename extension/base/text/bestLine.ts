import { termsHeld } from './termMarks.ts';

/**
 * The index, from 0, of the line that best shows the terms (analysed stems, lower case): the first of those
 * that hold the most terms. If no line holds a term: the first with a letter or digit, else the first that is
 * not blank.
 */
export const bestLineAt = (lines: readonly string[], terms: readonly string[]): number => {
  const [worded, filled] = [/[\p{L}\p{N}]/u, /\S/].map((wanted) => lines.findIndex((line) => wanted.test(line)));
  let best = worded === undefined || worded < 0 ? Math.max(0, filled ?? 0) : worded;
  let most = 0;
  if (terms.length > 0)
    for (const [index, line] of lines.entries()) {
      const held = termsHeld(line, terms);
      if (held > most) [best, most] = [index, held];
    }
  return best;
};

/** That line, trimmed. */
export const bestLine = (text: string, terms: readonly string[]): string => {
  const lines = text.split(/\r?\n/);
  return (lines[bestLineAt(lines, terms)] ?? '').trim();
};
