import type { Word } from './word.ts';

/** Cells, a power of two; a word may lie in any of the `ways` cells of its set. */
const cells = 65_536;
const ways = 4;

/** Never 0, which marks an empty cell. */
const hashOf = (text: string, start: number, length: number): number => {
  let hash = length;
  for (let i = start; i < start + length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995);
  return hash ^ (hash >>> 15) || 1;
};

const setOf = (hash: number): number => (hash & (cells / ways - 1)) * ways;

const sameText = (raw: string, text: string, start: number, length: number): boolean => {
  if (raw.length !== length) return false;
  for (let i = 0; i < length; i += 1) if (raw.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
};

/**
 * What was worked out for the words met lately, looked up where they stand in a text without cutting them out of it
 * (a `Map` needs a string for each). A set-associative cache: a new word takes the
 * place of one in its set, so that it stays as large as it is.
 */
export class WordMemo {
  /** Of the words in the cells: most cells are told apart without touching their strings. */
  readonly #hashes = new Int32Array(cells);
  readonly #raw = new Array<string>(cells).fill('');
  readonly #words = new Array<Word | null>(cells).fill(null);
  #victim = 0;

  /** Null is the answer for what is no word; undefined where the answer is not known. */
  find(text: string, start: number, length: number): Word | null | undefined {
    const hash = hashOf(text, start, length);
    const set = setOf(hash);
    for (let cell = set; cell < set + ways; cell += 1) {
      if (this.#hashes[cell] === hash && sameText(this.#raw[cell] ?? '', text, start, length))
        return this.#words[cell];
    }
    return undefined;
  }

  keep(raw: string, word: Word | null): void {
    const hash = hashOf(raw, 0, raw.length);
    const set = setOf(hash);
    let cell = set;
    while (cell < set + ways && this.#hashes[cell] !== 0) cell += 1;
    if (cell === set + ways) {
      this.#victim = (this.#victim + 1) % ways;
      cell = set + this.#victim;
    }
    this.#hashes[cell] = hash;
    this.#raw[cell] = raw;
    this.#words[cell] = word;
  }
}
