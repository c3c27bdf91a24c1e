import { Writable } from 'node:stream';
import { warn } from './output.ts';
import { typedLine } from './typedLine.ts';

/** What the user types when asked, without echo; null if there is no terminal to ask on. Throws E_CANCELLED on Ctrl+C. */
export const typedSecret = async (question: string): Promise<string | null> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  warn(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await typedLine({ input: process.stdin, output: silent }, '');
  } finally {
    warn('\n');
  }
};
