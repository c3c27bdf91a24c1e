import type { ScratchArrays } from '../../base/scratchArrays.ts';

/** How many bits of a 32-bit mask are set: counted in pairs, then in fours, then in bytes, which a product adds up. */
export const bitCount = (mask: number): number => {
  const pairs = mask - ((mask >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/** Sums of the current query, one cell per slot. The arrays are reused by the next query; only touched cells are cleared. */
export class ScoreAccumulator {
  #scores = new Float64Array(0);
  #held = new Int32Array(0);
  #touched = new Uint32Array(0);
  #count = 0;
  #mask: Uint8Array = new Uint8Array(0);

  /** `end` is one above the highest slot; slots whose byte in `mask` is not 1 are skipped. */
  begin(end: number, mask: Uint8Array): void {
    if (this.#scores.length < end) {
      const capacity = Math.ceil(end * 1.25);
      this.#scores = new Float64Array(capacity);
      this.#held = new Int32Array(capacity);
      this.#touched = new Uint32Array(capacity);
    }
    this.#mask = mask;
    this.#count = 0;
  }

  /**
   * Adds a term: `weight · tf / (tf + norm.fixed + norm.perWord · length)` to each of its slots. Returns how many of them are not skipped.
   */
  add(
    postings: Uint32Array,
    weight: number,
    covers: number,
    norm: { readonly fixed: number; readonly perWord: number },
    lengths: Uint32Array,
  ): number {
    const scores = this.#scores;
    const held = this.#held;
    const touched = this.#touched;
    const mask = this.#mask;
    const { fixed, perWord } = norm;
    let count = this.#count;
    let skipped = 0;
    for (let i = 0; i < postings.length; i += 1) {
      const posting = postings[i] ?? 0;
      const slot = posting >>> 8;
      if (mask[slot] !== 1) {
        skipped += 1;
        continue;
      }
      const frequency = posting & 255;
      const before = scores[slot] ?? 0;
      if (before === 0) {
        touched[count] = slot;
        count += 1;
      }
      scores[slot] = before + (weight * frequency) / (frequency + fixed + perWord * (lengths[slot] ?? 0));
      held[slot] = (held[slot] ?? 0) | covers;
    }
    this.#count = count;
    return postings.length - skipped;
  }

  /** Returns the slots that hold all words of `required`, in arrays of `arrays`, and clears the touched cells. */
  finish(
    required: number,
    words: number,
    arrays: ScratchArrays,
  ): {
    readonly slots: Uint32Array;
    readonly scores: Float64Array;
    readonly held: Int32Array;
    readonly matchedTerms: Uint8Array;
    readonly words: number;
  } {
    const slots = arrays.uint32(this.#count);
    const scores = arrays.float64(this.#count);
    const masks = arrays.int32(this.#count);
    const matchedTerms = arrays.uint8(this.#count);
    let kept = 0;
    for (let i = 0; i < this.#count; i += 1) {
      const slot = this.#touched[i] ?? 0;
      const held = this.#held[slot] ?? 0;
      if ((held & required) === required) {
        slots[kept] = slot;
        scores[kept] = this.#scores[slot] ?? 0;
        masks[kept] = held;
        matchedTerms[kept] = bitCount(held);
        kept += 1;
      }
      this.#scores[slot] = 0;
      this.#held[slot] = 0;
    }
    const all = { slots, scores, held: masks, matchedTerms, words: bitCount(words) };
    const isWhole = kept === this.#count;
    this.#count = 0;
    return isWhole
      ? all
      : {
          ...all,
          slots: slots.subarray(0, kept),
          scores: scores.subarray(0, kept),
          held: masks.subarray(0, kept),
          matchedTerms: matchedTerms.subarray(0, kept),
        };
  }
}
