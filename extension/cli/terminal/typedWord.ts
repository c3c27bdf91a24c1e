import { createInterface } from 'node:readline/promises';
import { printable } from '../../base/text/printable.ts';
import type { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** Whether the user types this word when asked. Throws `refusal` if there is no terminal to ask on. */
export const isTyped = async (word: string, question: string, refusal: PalaceError): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw refusal;
  const dialog = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await dialog.question(printable(`${question} Type ${word} to continue: `))).trim() === word;
  } finally {
    dialog.close();
  }
};
