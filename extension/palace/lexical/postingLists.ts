/** Slots are below this, since a posting packs `slot << 8 | frequency`. */
export const slotLimit = 2 ** 24;
/** Higher frequencies are counted as this. */
const frequencyLimit = 255;

/** Blocks hold 1, 2, 3, 4, 6, 8, 12, 16… postings. So a growing list wastes at most a third of its block, a fifth on average. */
const blockSize = (kind: number): number =>
  kind === 0 ? 1 : kind % 2 === 1 ? 2 ** ((kind + 1) / 2) : 3 * 2 ** ((kind - 2) / 2);
/** The largest kind of block that fits into `capacity`, which is at least 1. */
const blockKind = (capacity: number): number => {
  const exponent = 31 - Math.clz32(capacity);
  if (exponent === 0) return 0;
  return capacity >= 3 * 2 ** (exponent - 1) ? 2 * exponent : 2 * exponent - 1;
};

const grown = (array: Uint32Array, length: number): Uint32Array => {
  const larger = new Uint32Array(Math.max(16, length, Math.ceil(array.length * 1.25)));
  larger.set(array);
  return larger;
};

/**
 * One list of packed postings per term, all in one buffer. Hundreds of thousands of terms occur in a single drawer; a typed
 * array for each would take twenty times the space of its postings.
 */
export class PostingLists {
  #pool: Uint32Array = new Uint32Array(1024);
  #used = 0;
  #terms = 0;
  #start: Uint32Array = new Uint32Array(256);
  #count: Uint32Array = new Uint32Array(256);
  #capacity: Uint32Array = new Uint32Array(256);
  /** Starts of blocks that lists have outgrown, by kind. */
  readonly #free: number[][] = Array.from({ length: 64 }, () => []);

  /** Takes over lists that are stored one after another in `pool`. */
  static of(counts: Uint32Array, pool: Uint32Array): PostingLists {
    const lists = new PostingLists();
    lists.#pool = pool;
    lists.#used = pool.length;
    lists.#terms = counts.length;
    lists.#count = counts.slice();
    lists.#capacity = counts.slice();
    lists.#start = new Uint32Array(counts.length);
    let start = 0;
    for (let term = 0; term < counts.length; term += 1) {
      lists.#start[term] = start;
      start += counts[term] ?? 0;
    }
    return lists;
  }

  /** A new, empty list; lists are numbered from 0. */
  addTerm(): number {
    const term = this.#terms;
    if (term === this.#start.length) {
      this.#start = grown(this.#start, term + 1);
      this.#count = grown(this.#count, term + 1);
      this.#capacity = grown(this.#capacity, term + 1);
    }
    this.#terms += 1;
    return term;
  }

  /** Counts one more occurrence of the term in the slot. All occurrences of a slot must be recorded in a row. */
  record(term: number, slot: number): void {
    const count = this.#count[term] ?? 0;
    const next = (this.#start[term] ?? 0) + count;
    if (count > 0) {
      const last = this.#pool[next - 1] ?? 0;
      if (last >>> 8 === slot) {
        if ((last & 255) < frequencyLimit) this.#pool[next - 1] = last + 1;
        return;
      }
    }
    this.#append(term, ((slot << 8) | 1) >>> 0);
  }

  count(term: number): number {
    return this.#count[term] ?? 0;
  }

  /** The term's postings; valid until the next change. */
  view(term: number): Uint32Array {
    const start = this.#start[term] ?? 0;
    return this.#pool.subarray(start, start + (this.#count[term] ?? 0));
  }

  /** Drops the postings of slots whose byte in `live` is 0. */
  retain(term: number, live: Uint8Array): void {
    const postings = this.view(term);
    let kept = 0;
    for (let i = 0; i < postings.length; i += 1) {
      const posting = postings[i] ?? 0;
      if (live[posting >>> 8] !== 1) continue;
      postings[kept] = posting;
      kept += 1;
    }
    this.#count[term] = kept;
  }

  #append(term: number, posting: number): void {
    const count = this.#count[term] ?? 0;
    if (count === this.#capacity[term]) this.#enlarge(term, count);
    this.#pool[(this.#start[term] ?? 0) + count] = posting;
    this.#count[term] = count + 1;
  }

  #enlarge(term: number, count: number): void {
    const kind = count === 0 ? 0 : blockKind(count) + 1;
    const from = this.#start[term] ?? 0;
    const to = this.#allocate(kind);
    this.#pool.copyWithin(to, from, from + count);
    const capacity = this.#capacity[term] ?? 0;
    if (capacity > 0) this.#free[blockKind(capacity)]?.push(from);
    this.#start[term] = to;
    this.#capacity[term] = blockSize(kind);
  }

  #allocate(kind: number): number {
    const reused = this.#free[kind]?.pop();
    if (reused !== undefined) return reused;
    const start = this.#used;
    this.#used += blockSize(kind);
    if (this.#used > this.#pool.length) this.#pool = grown(this.#pool, this.#used);
    return start;
  }
}
