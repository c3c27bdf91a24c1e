import type { ScratchArrays } from '../../base/scratchArrays.ts';
import type { FieldedScores, LexicalScores } from './lexicalScores.ts';
import type { PathScores } from './pathIndex.ts';
import { bitCount } from './scoreAccumulator.ts';

/**
 * What the fields other than the text add to each slot while a query is scored. All cells are 0 before and after,
 * so the arrays can be reused, and a query allocates nothing proportional to the palace.
 */
export class FieldCells {
  #path = new Float64Array(0);
  #names = new Float64Array(0);
  /** Mask of the query's words that the path and the names hold. */
  #held = new Int32Array(0);
  /** 1 for a slot that is in the list of results. */
  #isListed = new Uint8Array(0);
  /** Results that the text has no score for. */
  #others: number[] = [];

  /** Makes room for the slots below `end`, and lists those of the text. */
  begin(end: number, { slots }: LexicalScores): void {
    if (this.#isListed.length < end) this.#grow(Math.ceil(end * 1.25));
    const isListed = this.#isListed;
    for (let i = 0; i < slots.length; i += 1) isListed[slots[i] ?? 0] = 1;
  }

  #grow(capacity: number): void {
    this.#path = new Float64Array(capacity);
    this.#names = new Float64Array(capacity);
    this.#held = new Int32Array(capacity);
    this.#isListed = new Uint8Array(capacity);
  }

  /** Slots whose byte in `mask` is not 1 are skipped. */
  addPaths(paths: PathScores, mask: Uint8Array, weight: number): void {
    if (paths.found === 0) return;
    const cells = this.#path;
    const allHeld = this.#held;
    for (let slot = 0; slot < mask.length; slot += 1) {
      const score = mask[slot] === 1 ? paths.scoreOf(slot) : 0;
      if (score === 0) continue;
      cells[slot] = weight * score;
      allHeld[slot] = paths.heldOf(slot);
      this.#list(slot);
    }
  }

  /** `weightOf`: by slot. */
  addNames({ slots, scores, held }: LexicalScores, weightOf: (slot: number) => number): void {
    const cells = this.#names;
    const allHeld = this.#held;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] ?? 0;
      cells[slot] = weightOf(slot) * (scores[i] ?? 0);
      allHeld[slot] = (allHeld[slot] ?? 0) | (held[i] ?? 0);
      this.#list(slot);
    }
  }

  #list(slot: number): void {
    if (this.#isListed[slot] === 1) return;
    this.#isListed[slot] = 1;
    this.#others.push(slot);
  }

  /** Returns the sums of all fields, the text's slots first, in arrays of `arrays`, and clears the cells. */
  finish(text: LexicalScores, arrays: ScratchArrays): FieldedScores {
    const [pathOf, namesOf, heldOf, isListed] = [this.#path, this.#names, this.#held, this.#isListed];
    const size = text.slots.length + this.#others.length;
    const slots = arrays.uint32(size);
    slots.set(text.slots);
    slots.set(this.#others, text.slots.length);
    this.#others = [];
    const byText = arrays.float64(size).fill(0, text.scores.length);
    byText.set(text.scores);
    const [byPath, byNames, scores] = [arrays.float64(size), arrays.float64(size), arrays.float64(size)];
    const held = arrays.int32(size).fill(0, text.held.length);
    held.set(text.held);
    const matchedTerms = arrays.uint8(size).fill(0, text.matchedTerms.length);
    matchedTerms.set(text.matchedTerms);
    for (let i = 0; i < size; i += 1) {
      const slot = slots[i] ?? 0;
      const path = pathOf[slot] ?? 0;
      const name = namesOf[slot] ?? 0;
      const more = heldOf[slot] ?? 0;
      byPath[i] = path;
      byNames[i] = name;
      scores[i] = (byText[i] ?? 0) + path + name;
      isListed[slot] = 0;
      pathOf[slot] = 0;
      namesOf[slot] = 0;
      heldOf[slot] = 0;
      if (more === 0) continue;
      held[i] = (held[i] ?? 0) | more;
      matchedTerms[i] = bitCount(held[i] ?? 0);
    }
    return {
      slots,
      fields: { text: byText, path: byPath, names: byNames },
      scores,
      held,
      matchedTerms,
      words: text.words,
      terms: text.terms,
      maxPossible: text.maxPossible,
    };
  }
}
