/**
 * A map that keeps what was used last: when the sizes of its entries add up to more than `room`, the least
 * recently used ones go.
 */
export class RecentlyUsed<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  readonly #room: number;
  #size = 0;

  constructor(room: number) {
    this.#room = room;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** An entry that is larger than the whole room isn't kept, and no other goes for it. */
  set(key: Key, value: Value, size = 1): void {
    this.delete(key);
    if (size > this.#room) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#room) return;
      this.delete(oldest);
    }
  }

  /** Does nothing if there is no such entry. */
  delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
