/** In place of a removed drawer's hash. */
const removed = '';

/**
 * Which slots hold a text, by its hash. Every embedded drawer is looked up here, so scanning all slots would be too
 * slow.
 */
export class TextSlots {
  readonly #hashes: string[] = [];
  /** Built on first use. Most texts occur once; a list for each would take several times the memory. */
  #slots: Map<string, number | number[]> | undefined;

  set(slot: number, hash: string): void {
    if (this.#hashes[slot] === hash) return;
    this.#hashes[slot] = hash;
    if (this.#slots !== undefined) list(this.#slots, slot, hash);
  }

  /** Forgets a removed drawer's text. */
  remove(slot: number): void {
    const hash = this.#hashes[slot];
    if (hash === undefined) return;
    this.#hashes[slot] = removed;
    const known = this.#slots?.get(hash);
    const left = typeof known === 'object' ? known.filter((other) => other !== slot) : [];
    if (left.length === 0) this.#slots?.delete(hash);
    else this.#slots?.set(hash, left);
  }

  hashOf(slot: number): string | undefined {
    return this.#hashes[slot];
  }

  /** All slots whose text has the hash, ascending. */
  of(hash: string): readonly number[] {
    this.#slots ??= listed(this.#hashes);
    const known = this.#slots.get(hash) ?? [];
    return (typeof known === 'number' ? [known] : known)
      .filter((slot) => this.#hashes[slot] === hash)
      .sort((a, b) => a - b);
  }
}

const listed = (hashes: readonly string[]): Map<string, number | number[]> => {
  const slots = new Map<string, number | number[]>();
  hashes.forEach((hash, slot) => {
    if (hash !== removed) list(slots, slot, hash);
  });
  return slots;
};

const list = (slots: Map<string, number | number[]>, slot: number, hash: string): void => {
  const known = slots.get(hash);
  if (known === undefined) slots.set(hash, slot);
  else if (typeof known === 'number') slots.set(hash, [known, slot]);
  else known.push(slot);
};
