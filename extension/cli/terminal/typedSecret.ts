import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { warn } from './output.ts';

/** What the user types when asked, without echo; null if there is no terminal to ask on. */
export const typedSecret = async (question: string): Promise<string | null> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  warn(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const dialog = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await dialog.question('');
  } finally {
    dialog.close();
    warn('\n');
  }
};
