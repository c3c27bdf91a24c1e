import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { RefusedFile } from './guardedFile.ts';

/**
 * The bytes of a file shipped with the program, if they are unaltered. `sha256`: hexadecimal. Rejects with
 * `RefusedFile` if they are not, and with the file system's error.
 */
export const readShipped = async (file: string, sha256: string): Promise<Buffer> => {
  const bytes = await readFile(file);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new RefusedFile('ALTERED', `it was altered: its SHA-256 is ${found}, not ${sha256}`);
  return bytes;
};
