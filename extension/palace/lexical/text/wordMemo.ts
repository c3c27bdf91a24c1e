import type { Word } from './word.ts';

/** How many cells there are at first, and at most: powers of two. A word may be in any of the `ways` cells of its set. */
const fewestCells = 2048;
const mostCells = 65_536;
const growth = 4;
const ways = 4;

/** Never 0, which marks an empty cell. */
const hashOf = (text: string, start: number, length: number): number => {
  let hash = length;
  for (let i = start; i < start + length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995);
  return hash ^ (hash >>> 15) || 1;
};

const setOf = (hash: number, cells: number): number => (hash & (cells / ways - 1)) * ways;

const sameText = (raw: string, text: string, start: number, length: number): boolean => {
  if (raw.length !== length) return false;
  for (let i = 0; i < length; i += 1) if (raw.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
};

/**
 * Caches the analysis of recent words. A word is looked up by its place in the text, without cutting it out (a `Map` would
 * need a string for each). The cache is set-associative. It grows up to a fixed size, since many a process analyses few words;
 * from then on a new word replaces one of its set.
 */
export class WordMemo {
  /** Hashes of the words in the cells: most comparisons end here, without touching a string. */
  #hashes = new Int32Array(fewestCells);
  #raw = new Array<string>(fewestCells).fill('');
  #words = new Array<Word | null>(fewestCells).fill(null);
  /** Filled cells. */
  #kept = 0;
  #victim = 0;

  /** Null for a text that is not a word; undefined if the cache does not have it. */
  find(text: string, start: number, length: number): Word | null | undefined {
    const hash = hashOf(text, start, length);
    const set = setOf(hash, this.#hashes.length);
    for (let cell = set; cell < set + ways; cell += 1) {
      if (this.#hashes[cell] === hash && sameText(this.#raw[cell] ?? '', text, start, length))
        return this.#words[cell];
    }
    return undefined;
  }

  keep(raw: string, word: Word | null): void {
    if (this.#kept > this.#hashes.length / 2 && this.#hashes.length < mostCells) this.#grow();
    this.#put(hashOf(raw, 0, raw.length), raw, word);
  }

  #put(hash: number, raw: string, word: Word | null): void {
    const set = setOf(hash, this.#hashes.length);
    let cell = set;
    while (cell < set + ways && this.#hashes[cell] !== 0) cell += 1;
    if (cell === set + ways) {
      this.#victim = (this.#victim + 1) % ways;
      cell = set + this.#victim;
    }
    if (this.#hashes[cell] === 0) this.#kept += 1;
    this.#hashes[cell] = hash;
    this.#raw[cell] = raw;
    this.#words[cell] = word;
  }

  #grow(): void {
    const [hashes, raw, words] = [this.#hashes, this.#raw, this.#words];
    const cells = hashes.length * growth;
    this.#hashes = new Int32Array(cells);
    this.#raw = new Array<string>(cells).fill('');
    this.#words = new Array<Word | null>(cells).fill(null);
    this.#kept = 0;
    hashes.forEach((hash, cell) => {
      if (hash !== 0) this.#put(hash, raw[cell] ?? '', words[cell] ?? null);
    });
  }
}
