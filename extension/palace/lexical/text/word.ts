import { stemmer } from 'stemmer';
import { stopWords } from './stopWords.ts';
import { isOpaque, wordPieces, type WordPiece } from './wordPieces.ts';

/** Longer terms are cut to this many characters, in drawers and in queries. */
export const maxTermLength = 64;

/** A part of an identifier: its term, where it stands in the normalised word, and whether it can't be split further. */
interface WordPart {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly finest: boolean;
}

/** One word of a text, analysed. */
export interface Word {
  /** Lower-cased, unstemmed. */
  readonly plain: string;
  /**
   * `stop`: a function word, no terms, but it counts inside a phrase. `bigram`: two neighbours in a script without
   * spaces; `closing`: the last character of such a run, indexed beside its bigram.
   */
  readonly kind: 'plain' | 'identifier' | 'stop' | 'bigram' | 'closing';
  /** Distinct terms under which a drawer is indexed; the first is the word itself (stemmed) or the whole identifier. */
  readonly terms: readonly string[];
  /** The parts of an identifier; for a bigram, its first character. */
  readonly parts: readonly WordPart[];
  /** What the word adds to a drawer's length: an identifier counts as the number of words it is made of. */
  readonly length: number;
}

const noParts: readonly WordPart[] = [];
const noTerms: readonly string[] = [];
/** A common word: not an identifier, nothing to normalise. */
const simple = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/;
const ascii = /^[\x00-\x7f]*$/;
const stemmable = /^[a-z]{3,}$/;
const latinWithMarks = /([\p{Script=Latin}\p{N}])\p{M}+/gu;

/** At most `maxTermLength` UTF-16 units, never half of a surrogate pair. */
const cut = (text: string): string => {
  if (text.length <= maxTermLength) return text;
  const last = text.charCodeAt(maxTermLength - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? maxTermLength - 1 : maxTermLength);
};

/** NFKC, and Latin letters without their accents, so that "Jose" finds "José". */
const normaliseWord = (raw: string): string =>
  ascii.test(raw) ? raw : raw.normalize('NFKC').normalize('NFD').replace(latinWithMarks, '$1').normalize('NFC');

/** Whether a word is written like a name. */
export const isCapitalised = (written: string): boolean => /^\p{Lu}/u.test(written);

/** Porter's stem of a lower-cased English word; anything else stays as it is. */
export const stem = (word: string): string => (stemmable.test(word) ? stemmer(word) : word);

export const stopWord = (plain: string): Word => ({
  plain,
  kind: 'stop',
  terms: noTerms,
  parts: noParts,
  length: 0,
});

export const plainWord = (plain: string, term: string): Word => ({
  plain,
  kind: 'plain',
  terms: [term],
  parts: noParts,
  length: 1,
});

const spacedWord = (plain: string): Word =>
  stopWords.has(plain) ? stopWord(plain) : plainWord(plain, stem(plain));

const identifier = (whole: string, groups: readonly WordPiece[], pieces: readonly WordPiece[]): Word => {
  const plain = cut(whole.toLowerCase());
  const terms = new Set([plain]);
  const parts: WordPart[] = [];
  const add = (piece: WordPiece, finest: boolean): boolean => {
    const lower = whole.slice(piece.start, piece.end).toLowerCase();
    if (stopWords.has(lower)) return false;
    const term = stem(lower);
    terms.add(term);
    parts.push({ term, start: piece.start, end: piece.end, finest });
    return true;
  };
  let length = 0;
  for (const group of groups) {
    const inside = pieces.filter((piece) => piece.start >= group.start && piece.end <= group.end);
    if (add(group, inside.length === 1)) length += 1;
    if (inside.length > 1) for (const piece of inside) add(piece, true);
  }
  return { plain, kind: 'identifier', terms: [...terms], parts, length: Math.max(1, length) };
};

/**
 * Analyses one word: letters, marks, digits and underscores of scripts that put spaces between words.
 * Undefined if there is no letter or digit.
 */
export const analyseWord = (text: string): Word | undefined => {
  const raw = cut(text);
  if (simple.test(raw)) return spacedWord(raw.toLowerCase());
  const whole = normaliseWord(raw);
  const split = wordPieces(whole);
  if (split.pieces.length === 0) return undefined;
  const plain = cut(whole.toLowerCase());
  if (split.pieces.length === 1 && split.pieces[0]?.end === whole.length && split.pieces[0].start === 0) {
    return spacedWord(plain);
  }
  if (isOpaque(whole, split)) return plainWord(plain, plain);
  return identifier(whole, split.groups, split.pieces);
};
