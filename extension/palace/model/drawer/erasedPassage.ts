import type { TextRange } from '../text/textRange.ts';
import { contentHash } from './drawer.ts';

/** What is kept of a text that was erased from its source: enough to know it again, and not the text. */
export interface ErasedPassage {
  /** Its content hash. */
  readonly hash: string;
  /** In UTF-16 units. */
  readonly length: number;
  /** 32 bits by which places are found that may hold it; the hash decides. */
  readonly sum: number;
}

const factor = 0x01000193;

/** A polynomial of the characters, which can be carried along a text (Rabin and Karp). */
const sumOf = (text: string, length: number): number => {
  let sum = 0;
  for (let at = 0; at < length; at++) sum = (Math.imul(sum, factor) + text.charCodeAt(at)) | 0;
  return sum >>> 0;
};

export const erasedPassage = (text: string): ErasedPassage => ({
  hash: contentHash(text),
  length: text.length,
  sum: sumOf(text, text.length),
});

/** Where these passages, all of one length, are in a text: in order, in time linear in its length. */
export const placesOf = (passages: readonly ErasedPassage[], text: string): TextRange[] => {
  const length = passages[0]?.length ?? 0;
  if (length === 0 || length > text.length) return [];
  const hashes = new Set(passages.map(({ hash }) => hash));
  /** By sum, where the last place ends: a passage is not looked for within itself, however often it repeats its own beginning. */
  const free = new Map(passages.map(({ sum }) => [sum, 0]));
  let leaving = 1;
  for (let power = 1; power < length; power++) leaving = Math.imul(leaving, factor);
  const places: TextRange[] = [];
  let sum = sumOf(text, length) | 0;
  for (let start = 0; ; start++) {
    const end = start + length;
    if (start >= (free.get(sum >>> 0) ?? Infinity) && hashes.has(contentHash(text.slice(start, end)))) {
      free.set(sum >>> 0, end);
      places.push({ start, end });
    }
    if (end >= text.length) return places;
    const rest = sum - Math.imul(text.charCodeAt(start), leaving);
    sum = (Math.imul(rest, factor) + text.charCodeAt(end)) | 0;
  }
};
