import { byteLines } from '../../filing/byteLines.ts';

/** One line of a text. `text` is undefined if the bytes can't be decoded. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string | undefined;
}

/**
 * The lines of UTF-8 bytes, or of UTF-16 if a byte order mark says so, without the mark and line ends. If a line is not
 * valid UTF-8, only that line is lost.
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  const { encoding, bytes } = await sniffEncoding(chunks);
  let number = 0;
  for await (const text of encoding === 'utf-8' ? utf8Lines(bytes) : utf16Lines(bytes, encoding)) {
    number++;
    const unmarked = number === 1 ? text?.replace(/^\ufeff/, '') : text;
    yield { number, text: unmarked?.endsWith('\r') === true ? unmarked.slice(0, -1) : unmarked };
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

async function* utf8Lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const line of byteLines(bytes)) {
    let text: string | undefined;
    try {
      text = decoder.decode(line);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
    yield text;
  }
}

async function* utf16Lines(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let pending: string[] = [];
  for await (const chunk of bytes) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    pending.push(first);
    for (const piece of rest) {
      yield pending.join('');
      pending = [piece];
    }
  }
  pending.push(decoder.decode());
  if (pending.some((piece) => piece !== '')) yield pending.join('');
}
