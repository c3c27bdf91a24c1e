import { createHash } from 'node:crypto';
import { guardedPieces } from '../../../../base/files/guardedFile.ts';

/** A file's bytes as they are read, and their hash once all are read. */
interface FileBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Hex SHA-256 of the bytes read so far. */
  hash(): string;
}

/** Reads the first `size` bytes of a regular file, even if it grows meanwhile. */
export const fileBytes = (file: string, size: number): FileBytes => {
  const digest = createHash('sha256');
  return {
    chunks: size === 0 ? nothing() : read(file, size, (chunk) => void digest.update(chunk)),
    hash: () => digest.copy().digest('hex'),
  };
};

async function* nothing(): AsyncGenerator<Uint8Array> {
  // An empty file.
}

async function* read(file: string, size: number, seen: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const piece of guardedPieces(file, { mostBytes: Infinity })) {
    const chunk = piece.subarray(0, left);
    left -= chunk.length;
    seen(chunk);
    yield chunk;
    if (left === 0) return;
  }
}
