import { bigramWord, closingCharacter, hasSpacelessScript, loneCharacter, scriptRuns } from './spacelessScript.ts';
import { analyseWord, maxTermLength, stopWord, type Word } from './word.ts';
import { WordMemo } from './wordMemo.ts';

/** Raise it whenever a drawer's terms or fields change: saved indexes of another version are then rebuilt. */
export const analysisVersion = 5;

/** Receives a text's words in order; `start` and `end` are UTF-16 offsets in the text. */
type WordVisitor = (word: Word, start: number, end: number) => void;

/**
 * V8 keeps a whole text alive for a substring of at least this length, so such substrings are copied before they
 * are stored.
 */
const sharedSubstring = 13;

const wordAt = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/uy;
const contractions: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

const wordCharacters = (): Uint8Array => {
  const table = new Uint8Array(128);
  for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
    table[character.charCodeAt(0)] = 1;
  return table;
};

const copied = (text: string): string =>
  text.length < sharedSubstring ? text : Buffer.from(text, 'utf8').toString('utf8');

/**
 * Splits a text into words and their terms, the same way for drawers and queries: NFKC, lower case, no Latin accents, no
 * English function words, Porter's stems, identifiers as a whole and in parts, bigrams for scripts without spaces.
 * An analyser caches the words it has seen, so it should live as long as its index.
 */
export class Analyser {
  readonly #memo = new WordMemo();
  readonly #wordCharacters = wordCharacters();
  readonly #wordAt = new RegExp(wordAt.source, wordAt.flags);

  /** Calls `visit` for each word of the text, function words included. */
  scan(text: string, visit: WordVisitor): void {
    const table = this.#wordCharacters;
    const length = text.length;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code < 128 && table[code] === 0) {
        at += 1;
        continue;
      }
      let end = at;
      let next = code;
      while (next < 128 && table[next] === 1) {
        end += 1;
        next = end < length ? text.charCodeAt(end) : 0;
      }
      if (next >= 128) {
        const asciiEnd = end;
        end = this.#wordEnd(text, at);
        if (end > asciiEnd) {
          at = this.#visitUnicode(text, at, end, visit);
          continue;
        }
        // The character that ended the ASCII run is not a letter: a dash, a curly quote, half of an emoji.
        end = asciiEnd;
        if (end === at) {
          at += 1;
          continue;
        }
      }
      at = this.#visitWord(text, at, end, visit);
    }
  }

  /** Distinct terms of a text, in the order in which they first appear. */
  terms(text: string): string[] {
    const terms = new Set<string>();
    this.scan(text, (word) => {
      for (const term of word.terms) terms.add(term);
    });
    return [...terms];
  }

  /** End of the word that begins at `at`; `at` itself if no word begins there. */
  #wordEnd(text: string, at: number): number {
    this.#wordAt.lastIndex = at;
    return this.#wordAt.test(text) ? this.#wordAt.lastIndex : at;
  }

  #visitWord(text: string, start: number, end: number, visit: WordVisitor): number {
    const suffix = this.#contraction(text, end);
    if (suffix === 't') {
      const last = text.charCodeAt(end - 1) | 32;
      // don't, isn't, can't: all of them function words.
      if (last === 110) {
        visit(stopWord(`${text.slice(start, end).toLowerCase()}'t`), start, end + 2);
        return end + 2;
      }
    }
    const word = this.#word(text, start, end);
    if (word !== null) visit(word, start, end);
    return suffix === undefined || suffix === 't' ? end : end + 1 + suffix.length;
  }

  /** The lower-cased ending after an apostrophe at `at` ("what's", "we’ll"), if there is one. */
  #contraction(text: string, at: number): string | undefined {
    const code = text.charCodeAt(at);
    if (code !== 0x27 && code !== 0x2019) return undefined;
    const end = this.#wordEnd(text, at + 1);
    if (end === at + 1 || end > at + 3) return undefined;
    const suffix = text.slice(at + 1, end).toLowerCase();
    return contractions.has(suffix) ? suffix : undefined;
  }

  #visitUnicode(text: string, start: number, end: number, visit: WordVisitor): number {
    const run = text.slice(start, end);
    if (!hasSpacelessScript(run)) return this.#visitWord(text, start, end, visit);
    let behind = end;
    for (const part of scriptRuns(run)) {
      const from = start + part.start;
      const to = start + part.end;
      if (part.spaceless) this.#visitBigrams(text, from, to, visit);
      else behind = this.#visitWord(text, from, to, visit);
    }
    return Math.max(behind, end);
  }

  #visitBigrams(text: string, start: number, end: number, visit: WordVisitor): void {
    const raw = text.slice(start, end);
    const normal = raw.normalize('NFKC');
    const characters = Array.from(normal);
    // Half-width kana merge when normalised; every position inside such a run is then that of the run.
    const aligned = normal.length === raw.length;
    const first = characters[0];
    if (first !== undefined && characters.length === 1) visit(loneCharacter(first), start, end);
    let at = start;
    for (let i = 0; i + 1 < characters.length; i += 1) {
      const character = characters[i] ?? '';
      const following = characters[i + 1] ?? '';
      const to = at + character.length + following.length;
      visit(this.#bigram(character, following), aligned ? at : start, aligned ? to : end);
      at += character.length;
      if (i + 2 === characters.length) visit(closingCharacter(following), aligned ? at : start, end);
    }
  }

  #bigram(first: string, second: string): Word {
    const key = first + second;
    const known = this.#memo.find(key, 0, key.length);
    if (known !== undefined && known !== null) return known;
    const word = bigramWord(first, second);
    this.#memo.keep(key, word);
    return word;
  }

  #word(text: string, start: number, end: number): Word | null {
    // A longer word is cut later anyway; one character past the limit keeps a surrogate pair in one piece until then.
    const length = Math.min(end - start, maxTermLength + 1);
    const known = this.#memo.find(text, start, length);
    if (known !== undefined) return known;
    const raw = copied(text.slice(start, start + length));
    const word = analyseWord(raw) ?? null;
    this.#memo.keep(raw, word);
    return word;
  }
}
