/**
 * The rows of a list that were made active without anybody moving to them. The editor says late which row is active: by then
 * a newer list may have another, so a row that was placed before counts as placed, too.
 */
export class PlacedRows {
  readonly #ids = new Set<string>();
  #last: string | undefined;

  /** The row that was placed last. */
  get last(): string | undefined {
    return this.#last;
  }

  place(id: string | undefined): void {
    this.#last = id;
    if (id !== undefined) this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The row that somebody moved to: the one that is said to be active, if it was not placed and is among those shown. */
  movedTo(active: string | undefined, shown: readonly string[]): string | undefined {
    return active === undefined || this.#ids.has(active) || !shown.includes(active) ? undefined : active;
  }

  /** Another question has other rows. */
  clear(): void {
    this.#ids.clear();
    this.#last = undefined;
  }
}
