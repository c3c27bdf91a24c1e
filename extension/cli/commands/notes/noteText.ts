import { buffer } from 'node:stream/consumers';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { warn } from '../../terminal/output.ts';

/**
 * A note's text: the arguments joined by spaces, or standard input as it is if there are none or only `-`. Throws E_NOTE if that
 * is not UTF-8, because it could not be kept verbatim.
 */
export const noteText = async (words: readonly string[]): Promise<string> => {
  const [only = '-', ...others] = words;
  if (only !== '-' || others.length > 0) return words.join(' ');
  if (process.stdin.isTTY === true) warn('The note’s text, to the end of input (Ctrl+D):\n');
  return utf8(await buffer(process.stdin));
};

const utf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    throw new PalaceError('E_NOTE', 'Standard input is not UTF-8, so it can’t be kept as it is.', {
      cause: thrown,
    });
  }
};
