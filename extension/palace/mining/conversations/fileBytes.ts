import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A file's bytes as they are read, with their hash once they have been read to the end. */
export interface FileBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Hex SHA-256 of what was read so far. */
  hash(): string;
}

/** Reads the first `size` bytes of a file, however it grows meanwhile. */
export const fileBytes = (file: string, size: number): FileBytes => {
  const digest = createHash('sha256');
  return {
    chunks: size === 0 ? nothing() : read(file, size, (chunk) => void digest.update(chunk)),
    hash: () => digest.copy().digest('hex'),
  };
};

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A file of no bytes.
}

async function* read(file: string, size: number, seen: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file, { end: size - 1 })) {
    if (!(chunk instanceof Uint8Array)) continue;
    seen(chunk);
    yield chunk;
  }
}
