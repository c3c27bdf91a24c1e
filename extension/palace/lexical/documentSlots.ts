import { slotLimit } from './postingBytes.ts';

const live = 1;
const tombstone = 2;

/** Which slots of a field hold a document, how long each of these is, and which were emptied since the last sweep. */
export class DocumentSlots {
  /** 0 for a free slot, 1 for one that holds a document, 2 for an emptied one. */
  #state = new Uint8Array(1024);
  #lengths = new Uint32Array(1024);
  #end = 0;
  #count = 0;
  #totalLength = 0;
  #tombstones = 0;

  /** Documents. */
  get count(): number {
    return this.#count;
  }

  /** Words of all documents. */
  get totalLength(): number {
    return this.#totalLength;
  }

  /** One above the highest slot that was ever filled. */
  get end(): number {
    return this.#end;
  }

  /** Emptied slots whose postings may still be there. */
  get tombstones(): number {
    return this.#tombstones;
  }

  /** Words of each slot's document, as they are until the next slot is filled. Those of emptied slots stay. */
  get lengths(): Uint32Array {
    return this.#lengths;
  }

  /** A byte for each slot, as they are until the next change: 1 if it holds a document. */
  get live(): Uint8Array {
    return this.#state;
  }

  has(slot: number): boolean {
    return this.#state[slot] === live;
  }

  isTombstone(slot: number): boolean {
    return this.#state[slot] === tombstone;
  }

  /** Puts a document of so many words into a free slot. */
  fill(slot: number, length: number): void {
    this.reach(slot);
    this.#state[slot] = live;
    this.#lengths[slot] = length;
    this.#end = Math.max(this.#end, slot + 1);
    this.#count += 1;
    this.#totalLength += length;
  }

  /** Empties a slot that holds a document. */
  empty(slot: number): void {
    this.#state[slot] = tombstone;
    this.#count -= 1;
    this.#totalLength -= this.#lengths[slot] ?? 0;
    this.#tombstones += 1;
  }

  /** Frees the emptied slots, once no posting names them. */
  sweep(): void {
    for (let slot = 0; slot < this.#end; slot += 1) if (this.isTombstone(slot)) this.#state[slot] = 0;
    this.#tombstones = 0;
  }

  /** Makes room for the slot. */
  reach(slot: number): void {
    if (slot < this.#state.length) return;
    const capacity = Math.min(slotLimit, Math.max(slot + 1, this.#state.length * 2));
    const state = new Uint8Array(capacity);
    state.set(this.#state);
    this.#state = state;
    const lengths = new Uint32Array(capacity);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  /** Slots that hold a document, ascending. */
  filled(): Uint32Array {
    const slots = new Uint32Array(this.#count);
    let count = 0;
    for (let slot = 0; slot < this.#end; slot += 1) if (this.has(slot)) slots[count++] = slot;
    return slots;
  }

  /** Those of them whose byte in `mask` is 1. */
  filledIn(mask: Uint8Array): Uint32Array {
    const slots = new Uint32Array(this.#count);
    let count = 0;
    for (let slot = 0; slot < this.#end; slot += 1) if (mask[slot] === 1 && this.has(slot)) slots[count++] = slot;
    return slots.slice(0, count);
  }

  /** Documents in slots whose byte in `mask` is 1, and the words of all of them. */
  population(mask: Uint8Array): { readonly documents: number; readonly length: number } {
    let documents = 0;
    let length = 0;
    for (let slot = 0; slot < this.#end; slot += 1) {
      if (mask[slot] !== 1 || !this.has(slot)) continue;
      documents += 1;
      length += this.#lengths[slot] ?? 0;
    }
    return { documents, length };
  }
}
