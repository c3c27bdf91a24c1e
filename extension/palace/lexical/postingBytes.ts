/*
 * How a list of postings is kept in memory and in the saved index: for each, the distance of its slot from the one before
 * (from 0 for the first), doubled, plus 1 if a byte with the frequency follows; else the frequency is 1. The number has 7 bits in
 * each byte, the lowest first, and 128 is added to all of its bytes but the last. Most postings take a byte or two.
 */

/** Slots are below this. A list need not be in their order: distances are modulo this number. */
export const slotLimit = 2 ** 24;
const slotMask = slotLimit - 1;
/** Stands for the slot of a drawer that has none. */
export const noSlot = 2 ** 32 - 1;
/** Higher frequencies are counted as this. */
export const frequencyLimit = 255;
/** Bytes of the longest posting. */
const longest = 5;

/** A posting as a number, as a list is read. */
export const packed = (slot: number, frequency: number): number => ((slot << 8) | frequency) >>> 0;
export const slotOf = (posting: number): number => posting >>> 8;
export const frequencyOf = (posting: number): number => posting & 255;

/** How many bytes a posting takes after one of the slot `last`. */
export const postingSize = (last: number, slot: number, frequency: number): number => {
  const distance = (slot - last) & slotMask;
  const digits = distance < 2 ** 6 ? 1 : distance < 2 ** 13 ? 2 : distance < 2 ** 20 ? 3 : 4;
  return frequency > 1 ? digits + 1 : digits;
};

/** Writes a posting after one of the slot `last` and returns where the next one begins. */
export const writePosting = (
  bytes: Uint8Array,
  at: number,
  last: number,
  slot: number,
  frequency: number,
): number => {
  let next = at;
  let rest = (((slot - last) & slotMask) << 1) | (frequency > 1 ? 1 : 0);
  for (; rest > 127; rest >>>= 7) {
    bytes[next] = (rest & 127) | 128;
    next += 1;
  }
  bytes[next] = rest;
  next += 1;
  if (frequency > 1) {
    bytes[next] = frequency;
    next += 1;
  }
  return next;
};

/** Reads `count` postings into `into`, as {@link packed}, and returns where they end. */
export const readPostings = (bytes: Uint8Array, from: number, count: number, into: Uint32Array): number => {
  let at = from;
  let slot = 0;
  for (let i = 0; i < count; i += 1) {
    let byte = bytes[at] ?? 0;
    at += 1;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 127) << shift;
    }
    slot = (slot + (value >>> 1)) & slotMask;
    let frequency = 1;
    if ((value & 1) === 1) {
      frequency = bytes[at] ?? 0;
      at += 1;
    }
    into[i] = packed(slot, frequency);
  }
  return at;
};

/** Writes lists one after another. */
export class PostingWriter {
  #bytes = new Uint8Array(4096);
  #used = 0;

  /** Everything written so far; valid until more is. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  /**
   * Writes a list ({@link packed}) under new slots, which `newSlots` gives for each old one. Postings whose slot has none
   * ({@link noSlot}) are left out. Returns how many were written.
   */
  add(postings: Uint32Array, newSlots: Uint32Array): number {
    this.#reach(this.#used + longest * postings.length);
    const bytes = this.#bytes;
    let [at, last, written] = [this.#used, 0, 0];
    for (let i = 0; i < postings.length; i += 1) {
      const posting = postings[i] ?? 0;
      const slot = newSlots[slotOf(posting)] ?? noSlot;
      if (slot === noSlot) continue;
      at = writePosting(bytes, at, last, slot, frequencyOf(posting));
      last = slot;
      written += 1;
    }
    this.#used = at;
    return written;
  }

  /** Writes a list that is in this form. */
  copy(list: Uint8Array): void {
    this.#reach(this.#used + list.length);
    this.#bytes.set(list, this.#used);
    this.#used += list.length;
  }

  #reach(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}
