import { text as readAll } from 'node:stream/consumers';
import { warn } from '../../terminal/output.ts';

/** A note's text: the arguments joined by spaces, or standard input as it is if there are none or only `-`. */
export const noteText = async (words: readonly string[]): Promise<string> => {
  const [only = '-', ...others] = words;
  if (only !== '-' || others.length > 0) return words.join(' ');
  if (process.stdin.isTTY === true) warn('The note’s text, to the end of input (Ctrl+D):\n');
  return readAll(process.stdin);
};
