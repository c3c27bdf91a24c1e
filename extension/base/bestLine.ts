import { termsHeld } from './termMarks.ts';

/**
 * Picks the line of a text to show in a list, trimmed: the first of those that hold the most terms (analysed stems,
 * lower case). If no line holds a term: the first with a letter or digit, else the first that is not blank.
 */
export const bestLine = (text: string, terms: readonly string[]): string => {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let best = lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? lines[0] ?? '';
  let most = 0;
  for (const line of terms.length === 0 ? [] : lines) {
    const held = termsHeld(line, terms);
    if (held > most) [best, most] = [line, held];
  }
  return best;
};
