type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding that a byte order mark indicates. */
export const encodingOf = (start: Uint8Array): Encoding => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
};

/** The bytes of a text in UTF-8. One in UTF-16, if a byte order mark says so, is recoded without the mark; others stay as they are. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    const bytes: Uint8Array = start === undefined ? chunk : Buffer.concat([start, chunk]);
    if (start !== undefined) {
      start = bytes.length < 2 ? bytes : undefined;
      if (start !== undefined) continue;
      const encoding = encodingOf(bytes);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding);
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (start !== undefined) yield start;
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}
