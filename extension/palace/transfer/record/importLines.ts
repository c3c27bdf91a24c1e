import { reasonOf } from '../../../base/files/errno.ts';
import { guardedPieces } from '../../../base/files/guardedFile.ts';
import { asUtf8 } from '../../filing/asUtf8.ts';
import { byteLines, longestLine } from '../../filing/byteLines.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';

type ImportLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: 'too_long' | 'undecodable' };

/**
 * The non-empty lines of a file in UTF-8, or in UTF-16 if a byte order mark says so, without their breaks, numbered from 1.
 * Throws `E_IMPORT_FORMAT` if it can't be read.
 */
export async function* importLines(file: string, limit = longestLine): AsyncGenerator<ImportLine> {
  let number = 0;
  for await (const bytes of byteLines(asUtf8(chunksOf(file)), limit)) {
    number++;
    const line = lineOf(number, bytes);
    if (line !== undefined) yield line;
  }
}

const lineOf = (number: number, bytes: Uint8Array | null): ImportLine | undefined => {
  if (bytes === null) return { number, problem: 'too_long' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
