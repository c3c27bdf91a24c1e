import { asUtf8 } from '../../../filing/asUtf8.ts';
import { byteLines } from '../../../filing/byteLines.ts';

/** One line of a text, numbered from 1, or why it has no text. */
type TextLine =
  { readonly number: number; readonly text: string } | { readonly number: number; readonly problem: LineProblem };
type LineProblem = 'too_long' | 'undecodable';

/**
 * The lines of UTF-8 bytes, or of UTF-16 if a byte order mark says so, without the mark and line ends. If a line is not
 * valid UTF-8, only that line is lost.
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  let number = 0;
  for await (const bytes of byteLines(asUtf8(chunks))) {
    number++;
    const line = bytes === null ? tooLong : decoded(bytes);
    if (typeof line !== 'string') {
      yield { number, ...line };
      continue;
    }
    const text = number === 1 ? line.replace(/^\ufeff/, '') : line;
    yield { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}

const tooLong = { problem: 'too_long' } as const;

const decoded = (line: Uint8Array): string | { readonly problem: LineProblem } => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: 'undecodable' };
  }
};
