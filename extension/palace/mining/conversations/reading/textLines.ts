import { byteLines, longestLine } from '../../../filing/byteLines.ts';

/** One line of a text, numbered from 1, or why it has no text. */
export type TextLine =
  { readonly number: number; readonly text: string } | { readonly number: number; readonly problem: LineProblem };
type LineProblem = 'too_long' | 'undecodable';

/**
 * The lines of UTF-8 bytes, or of UTF-16 if a byte order mark says so, without the mark and line ends. If a line is not
 * valid UTF-8, only that line is lost.
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  const { encoding, bytes } = await sniffEncoding(chunks);
  let number = 0;
  for await (const line of encoding === 'utf-8' ? utf8Lines(bytes) : utf16Lines(bytes, encoding)) {
    number++;
    if (typeof line !== 'string') {
      yield { number, ...line };
      continue;
    }
    const text = number === 1 ? line.replace(/^\ufeff/, '') : line;
    yield { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding that a byte order mark indicates. */
export const encodingOf = (start: Uint8Array): Encoding => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
};

const sniffEncoding = async (
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly encoding: Encoding; readonly bytes: AsyncIterable<Uint8Array> }> => {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = new Uint8Array();
  let isDone = false;
  while (start.length < 2 && !isDone) {
    const next = await iterator.next();
    if (next.done === true) isDone = true;
    else start = Buffer.concat([start, next.value]);
  }
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      if (start.length > 0) yield start;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { encoding: encodingOf(start), bytes: bytes() };
};

async function* utf8Lines(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string | { readonly problem: LineProblem }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const line of byteLines(bytes)) {
    try {
      yield line === null ? { problem: 'too_long' } : decoder.decode(line);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      yield { problem: 'undecodable' };
    }
  }
}

async function* utf16Lines(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string | { readonly problem: LineProblem }> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let pending: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += 2 * piece.length;
    if (length <= longestLine) pending.push(piece);
    else pending = [];
  };
  const take = (): string | { readonly problem: LineProblem } => {
    const line = length > longestLine ? ({ problem: 'too_long' } as const) : pending.join('');
    [pending, length] = [[], 0];
    return line;
  };
  for await (const chunk of bytes) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    add(first);
    for (const piece of rest) {
      yield take();
      add(piece);
    }
  }
  add(decoder.decode());
  if (length > 0) yield take();
}
