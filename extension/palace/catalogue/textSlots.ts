/** Which slots hold a text, by its hash: asked for every drawer that is embedded, so a scan over all would be too slow. */
export class TextSlots {
  readonly #hashes: string[] = [];
  /** Most texts are there once; a list for each would take several times the memory. */
  readonly #slots = new Map<string, number | number[]>();

  /** A slot that comes later than another is set later. */
  set(slot: number, hash: string): void {
    if (this.#hashes[slot] === hash) return;
    this.#hashes[slot] = hash;
    const known = this.#slots.get(hash);
    if (known === undefined) this.#slots.set(hash, slot);
    else if (typeof known === 'number') this.#slots.set(hash, [known, slot]);
    else known.push(slot);
  }

  hashOf(slot: number): string | undefined {
    return this.#hashes[slot];
  }

  /** All slots whose text has the hash, in the order in which they were set, removed drawers' included. */
  of(hash: string): readonly number[] {
    const known = this.#slots.get(hash) ?? [];
    return (typeof known === 'number' ? [known] : known).filter((slot) => this.#hashes[slot] === hash);
  }
}
