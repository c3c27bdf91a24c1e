import { text as readAll } from 'node:stream/consumers';

/** A note's text. Arguments are joined by spaces; where they are `-` or none, standard input is taken as it is. */
export const noteText = async (words: readonly string[]): Promise<string> => {
  const [only = '-', ...others] = words;
  if (only !== '-' || others.length > 0) return words.join(' ');
  if (process.stdin.isTTY === true) process.stderr.write('The note’s text, to the end of input (Ctrl+D):\n');
  return readAll(process.stdin);
};
