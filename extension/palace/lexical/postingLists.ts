import { frequencyLimit, frequencyOf, postingSize, readPostings, slotOf, writePosting } from './postingBytes.ts';

/** Blocks hold 1, 2, 3, 4, 6, 8, 12, 16… bytes. So a growing list wastes at most a third of its block, a fifth on average. */
const blockSize = (kind: number): number =>
  kind === 0 ? 1 : kind % 2 === 1 ? 2 ** ((kind + 1) / 2) : 3 * 2 ** ((kind - 2) / 2);
/** The largest kind of block that fits into `bytes`, which is at least 1. */
const blockKind = (bytes: number): number => {
  const exponent = 31 - Math.clz32(bytes);
  if (exponent === 0) return 0;
  return bytes >= 3 * 2 ** (exponent - 1) ? 2 * exponent : 2 * exponent - 1;
};
/** The smallest kind of block that holds so many bytes. */
const blockFor = (bytes: number): number => {
  const kind = blockKind(bytes);
  return blockSize(kind) === bytes ? kind : kind + 1;
};

/** A longer array with the same beginning. */
const grown = <Numbers extends Uint8Array | Uint32Array>(
  array: Numbers,
  length: number,
  make: (length: number) => Numbers,
): Numbers => {
  const larger = make(Math.max(16, length, Math.ceil(array.length * 1.25)));
  larger.set(array);
  return larger;
};
const numbers = (length: number): Uint32Array => new Uint32Array(length);

/**
 * One list of postings per term, all in one buffer, in the form of `postingBytes.ts`. Hundreds of thousands of terms occur in a
 * single drawer; a typed array for each would take many times the space of its postings.
 */
export class PostingLists {
  #pool: Uint8Array = new Uint8Array(4096);
  #used = 0;
  #terms = 0;
  /** Of each list's block: where it begins, how many bytes it has, and how many of them the list takes. */
  #start: Uint32Array = new Uint32Array(256);
  #capacity: Uint32Array = new Uint32Array(256);
  #size: Uint32Array = new Uint32Array(256);
  /** Of each list: its postings, and the slot of the last one. */
  #count: Uint32Array = new Uint32Array(256);
  #last: Uint32Array = new Uint32Array(256);
  /** The lists whose slots do not ascend. */
  readonly #mixed = new Set<number>();
  /** What {@link read} returned last. */
  #read: Uint32Array = new Uint32Array(256);
  /** Starts of blocks that lists have outgrown, by kind. */
  readonly #free: number[][] = Array.from({ length: 64 }, () => []);

  /**
   * Takes over lists of `counts` postings that are stored one after another in `pool`, and writes to it. Undefined if they do not
   * fill it exactly, or if a slot is not below `end`.
   */
  static of(counts: Uint32Array, pool: Uint8Array, end: number): PostingLists | undefined {
    const lists = new PostingLists();
    lists.#pool = pool;
    lists.#used = pool.length;
    lists.#terms = counts.length;
    lists.#count = counts.slice();
    lists.#start = numbers(counts.length);
    lists.#last = numbers(counts.length);
    lists.#size = numbers(counts.length);
    let at = 0;
    for (let term = 0; term < counts.length; term += 1) {
      const count = counts[term] ?? 0;
      // A posting takes a byte or more.
      if (count > pool.length - at) return undefined;
      const start = at;
      lists.#reach(count);
      at = readPostings(pool, at, count, lists.#read);
      const order = orderOf(lists.#read, count, end);
      if (order === 'outside') return undefined;
      if (order === 'mixed') lists.#mixed.add(term);
      lists.#start[term] = start;
      lists.#size[term] = at - start;
      lists.#last[term] = count === 0 ? 0 : slotOf(lists.#read[count - 1] ?? 0);
    }
    lists.#capacity = lists.#size.slice();
    return at === pool.length ? lists : undefined;
  }

  /** A new, empty list; lists are numbered from 0. */
  addTerm(): number {
    const term = this.#terms;
    if (term === this.#start.length) {
      this.#start = grown(this.#start, term + 1, numbers);
      this.#capacity = grown(this.#capacity, term + 1, numbers);
      this.#size = grown(this.#size, term + 1, numbers);
      this.#count = grown(this.#count, term + 1, numbers);
      this.#last = grown(this.#last, term + 1, numbers);
    }
    this.#terms += 1;
    return term;
  }

  /** Adds a slot that is not in the list. */
  append(term: number, slot: number, frequency: number): void {
    const counted = Math.min(frequency, frequencyLimit);
    const last = this.#last[term] ?? 0;
    const size = this.#size[term] ?? 0;
    const needed = size + postingSize(last, slot, counted);
    if (needed > (this.#capacity[term] ?? 0)) this.#enlarge(term, size, needed);
    writePosting(this.#pool, (this.#start[term] ?? 0) + size, last, slot, counted);
    if (slot < last) this.#mixed.add(term);
    this.#size[term] = needed;
    this.#last[term] = slot;
    this.#count[term] = (this.#count[term] ?? 0) + 1;
  }

  count(term: number): number {
    return this.#count[term] ?? 0;
  }

  /** The term's postings as `slot << 8 | frequency`; valid until the next call or change. */
  read(term: number): Uint32Array {
    const count = this.#count[term] ?? 0;
    this.#reach(count);
    readPostings(this.#pool, this.#start[term] ?? 0, count, this.#read);
    return this.#read.subarray(0, count);
  }

  /** The list's bytes, if its slots ascend; valid until the next change. */
  written(term: number): Uint8Array | undefined {
    const start = this.#start[term] ?? 0;
    return this.#mixed.has(term) ? undefined : this.#pool.subarray(start, start + (this.#size[term] ?? 0));
  }

  /** Drops the postings of slots whose byte in `live` is 0. */
  retain(term: number, live: Uint8Array): void {
    const postings = this.read(term);
    const start = this.#start[term] ?? 0;
    let [at, last, kept] = [start, 0, 0];
    // A distance takes no more bytes than those that it is the sum of, so the list still fits.
    for (let i = 0; i < postings.length; i += 1) {
      const posting = postings[i] ?? 0;
      const slot = slotOf(posting);
      if (live[slot] !== 1) continue;
      at = writePosting(this.#pool, at, last, slot, frequencyOf(posting));
      last = slot;
      kept += 1;
    }
    this.#size[term] = at - start;
    this.#last[term] = last;
    this.#count[term] = kept;
  }

  /** Makes room for so many postings in `#read`. */
  #reach(count: number): void {
    if (count > this.#read.length) this.#read = numbers(Math.ceil(count * 1.25));
  }

  /** Moves a list to a block that holds so many bytes. */
  #enlarge(term: number, size: number, needed: number): void {
    const kind = blockFor(needed);
    const from = this.#start[term] ?? 0;
    const to = this.#allocate(kind);
    this.#pool.copyWithin(to, from, from + size);
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
    if (this.#used > this.#pool.length)
      this.#pool = grown(this.#pool, this.#used, (length) => new Uint8Array(length));
    return start;
  }
}

/** The order of the first `count` postings, or that one of them is not below `end`. */
const orderOf = (postings: Uint32Array, count: number, end: number): 'ascending' | 'mixed' | 'outside' => {
  let order: 'ascending' | 'mixed' = 'ascending';
  let last = -1;
  for (let i = 0; i < count; i += 1) {
    const slot = slotOf(postings[i] ?? 0);
    if (slot >= end) return 'outside';
    if (slot <= last) order = 'mixed';
    last = slot;
  }
  return order;
};
