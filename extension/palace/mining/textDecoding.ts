/** Why a file's bytes are not mined. */
export type UndecodedReason = 'binary' | 'too_large' | 'undecodable' | 'generated';

export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: UndecodedReason };

/** Larger files are not read. */
export const maxFileBytes = 1024 * 1024;
/** A longer line, in characters, marks a generated or minified file. */
export const maxLineLength = 5000;
/** A NUL within this many bytes from the start marks a binary file. */
export const binarySniffBytes = 8192;

/**
 * The text of a file's bytes: UTF-8, or UTF-16 if a byte order mark says so, decoded strictly. The mark stays in the
 * text as U+FEFF, so that encoding a UTF-8 file's text gives its bytes back.
 */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  if (bytes.length > maxFileBytes) return { ok: false, reason: 'too_large' };
  if (looksBinary(bytes)) return { ok: false, reason: 'binary' };
  const text = decodeStrictly(bytes);
  if (text === undefined) return { ok: false, reason: 'undecodable' };
  return longestLine(text) > maxLineLength ? { ok: false, reason: 'generated' } : { ok: true, text };
};

/** Whether a file's first bytes contain a NUL and are not UTF-16. */
export const looksBinary = (start: Uint8Array): boolean => {
  return utf16Of(start) === undefined && start.subarray(0, binarySniffBytes).includes(0);
};

const decodeStrictly = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

const longestLine = (text: string): number => {
  let longest = 0;
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (end - start > maxLineLength) longest = Math.max(longest, longestBetweenReturns(text.slice(start, end)));
    start = end + 1;
  }
  return longest;
};

/** Files of old Macs end their lines with CR alone. */
const longestBetweenReturns = (text: string): number => Math.max(...text.split('\r').map((line) => line.length));
