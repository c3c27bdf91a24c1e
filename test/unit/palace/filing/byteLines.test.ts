import { describe, expect, it } from 'vitest';
import { byteLines } from '../../../../extension/palace/filing/byteLines.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const linesOf = async (limit: number, ...texts: readonly string[]): Promise<(string | null)[]> => {
  const lines: (string | null)[] = [];
  for await (const line of byteLines(pieces(...texts), limit))
    lines.push(line === null ? null : Buffer.from(line).toString());
  return lines;
};

describe('the lines of a stream of bytes', () => {
  it('may span several pieces of the stream, and the last one needs no line break', async () => {
    expect(await linesOf(100, 'a', 'b\n\nc', 'd\n', 'e')).toEqual(['ab', '', 'cd', 'e']);
    expect(await linesOf(100, 'a\n')).toEqual(['a']);
  });

  it('are null if they exceed the limit, and the next line is intact', async () => {
    for (const cut of [1, 3, 4, 5, 6, 7]) {
      const text = '1234\n12345\n12';
      expect(await linesOf(4, text.slice(0, cut), text.slice(cut)), String(cut)).toEqual(['1234', null, '12']);
    }
    expect(await linesOf(4, '12345')).toEqual([null]);
  });

  it('an endless line does not fill memory', async () => {
    const piece = Buffer.alloc(1 << 20, 'x');
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < 4096; n++) yield piece;
    }
    const lines: unknown[] = [];
    for await (const line of byteLines(endless())) lines.push(line);
    expect(lines).toEqual([null]);
  });
});
