import { printable } from '../../base/text/printable.ts';
import type { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { typedLine } from './typedLine.ts';

/** Whether the user types this word when asked. Throws E_CANCELLED on Ctrl+C, `refusal` if there is no terminal to ask on. */
export const isTyped = async (word: string, question: string, refusal: PalaceError): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw refusal;
  const asked = printable(`${question} Type ${word} to continue: `);
  return (await typedLine({ input: process.stdin, output: process.stderr }, asked)).trim() === word;
};
