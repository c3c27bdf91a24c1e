/** Bytes. Longer lines of an import can't be drawers or messages, and must not fill memory. */
export const longestLine = 32 * 1024 * 1024;

/**
 * Splits a stream of bytes at LF. The line break is not part of a line. A line of more than `mostBytes` is null, and
 * none of it is kept.
 */
export async function* byteLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes = longestLine,
): AsyncGenerator<Uint8Array | null> {
  let pending: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length <= mostBytes) pending.push(bytes);
    else pending = [];
  };
  const take = (): Uint8Array | null => {
    const line = length > mostBytes ? null : joined(pending);
    [pending, length] = [[], 0];
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
