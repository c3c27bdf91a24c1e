import { reasonOf } from '../../base/errno.ts';
import { guardedPieces } from '../../base/guardedFile.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';

/** Longer lines are skipped: they can't be drawers and must not fill the memory. */
export const longestLine = 64 * 1024 * 1024;

export type ImportLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: 'too_long' | 'undecodable' };

/**
 * The non-empty lines of a UTF-8 file, without their breaks, numbered from 1. Throws `E_IMPORT_FORMAT` if it can't be
 * read.
 */
export async function* importLines(file: string, limit = longestLine): AsyncGenerator<ImportLine> {
  let number = 1;
  let pending: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length <= limit) pending.push(bytes);
    else pending = [];
  };
  const take = (): ImportLine | undefined => {
    const line = lineOf(number, pending, length, limit);
    pending = [];
    length = 0;
    number++;
    return line;
  };
  for await (const chunk of chunksOf(file)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      const line = take();
      if (line !== undefined) yield line;
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  const line = take();
  if (line !== undefined) yield line;
}

const lineOf = (
  number: number,
  parts: readonly Uint8Array[],
  length: number,
  limit: number,
): ImportLine | undefined => {
  if (length > limit) return { number, problem: 'too_long' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
    return text.trim() === '' ? undefined : { number, text };
  } catch (error) {
    if (error instanceof TypeError) return { number, problem: 'undecodable' };
    throw error;
  }
};

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* guardedPieces(file, { mostBytes: Infinity });
  } catch (error) {
    throw unreadableFile(error, file);
  }
}

/** The error for a file or folder that can't be read. */
export const unreadableFile = (error: unknown, file: string): PalaceError =>
  new PalaceError('E_IMPORT_FORMAT', errorText`${file} can't be read: ${reasonOf(error)}.`, {
    cause: error,
    remedy: 'Check that it exists and that you may read it.',
  });
