/** The text of bytes in UTF-8, or in UTF-16 if a byte order mark says so. Bytes that are neither become U+FFFD. */
export const unicodeText = (bytes: Uint8Array): string => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
};
