import { defaultLimits, type MiningLimits } from '../filing/miningLimits.ts';

/** Why a file's bytes are not mined. */
export type UndecodedReason = 'binary' | 'too_large' | 'undecodable' | 'generated';

type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: UndecodedReason };

/** What may be read, in bytes and characters. */
interface ReadingLimits {
  /** Larger files are not read. */
  readonly fileBytes: number;
  /** A longer line marks a generated or minified file. */
  readonly lineLength: number;
  /** A NUL within this many bytes from the start marks a binary file. */
  readonly sniffBytes: number;
}

export const readingLimits = (limits: MiningLimits): ReadingLimits => ({
  fileBytes: limits.max_file_kib * 1024,
  lineLength: limits.max_line_length,
  sniffBytes: limits.binary_sniff_kib * 1024,
});

/** The settings' defaults. */
const usual = readingLimits(defaultLimits);

/**
 * The text of a file's bytes: UTF-8, or UTF-16 if a byte order mark says so, decoded strictly. The mark stays in the
 * text as U+FEFF, so that encoding a UTF-8 file's text gives its bytes back.
 */
export const decodeText = (bytes: Uint8Array, { fileBytes, lineLength, sniffBytes } = usual): DecodedText => {
  if (bytes.length > fileBytes) return { ok: false, reason: 'too_large' };
  if (looksBinary(bytes, sniffBytes)) return { ok: false, reason: 'binary' };
  const text = decodeStrictly(bytes);
  if (text === undefined) return { ok: false, reason: 'undecodable' };
  return longestLine(text, lineLength) > lineLength ? { ok: false, reason: 'generated' } : { ok: true, text };
};

/** Whether a file's first bytes contain a NUL: a character of two bytes in UTF-16, which UTF-32 has, too. */
export const looksBinary = (start: Uint8Array, sniffBytes = usual.sniffBytes): boolean => {
  const sniffed = start.subarray(0, sniffBytes);
  if (utf16Of(start) === undefined) return sniffed.includes(0);
  for (let at = sniffed.indexOf(0); at >= 0 && at + 1 < sniffed.length; at = sniffed.indexOf(0, at + 1))
    if (at % 2 === 0 && sniffed[at + 1] === 0) return true;
  return false;
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

/** Lines up to the given length need no closer look. */
const longestLine = (text: string, upTo: number): number => {
  let longest = 0;
  let start = 0;
  while (start < text.length) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (end - start > upTo) longest = Math.max(longest, longestBetweenReturns(text.slice(start, end)));
    start = end + 1;
  }
  return longest;
};

/** Files of old Macs end their lines with CR alone. */
const longestBetweenReturns = (text: string): number => Math.max(...text.split('\r').map((line) => line.length));
