import type { Disposable } from '../../base/disposable.ts';

/** Reads the tree anew. `isDisturbed`: whether a part of the tree has been asked for since. */
type Refresh = (isDisturbed: () => boolean) => Promise<void>;

/**
 * Reads a tree anew once no part of it is being read and none has been for a moment. The editor reads a tree level by level. A
 * refresh between two levels would make it forget the rows of the first: an expanded row would be empty, and a row that is
 * pressed would have no drawer.
 */
export class SettledRefresh implements Disposable {
  readonly #refresh: Refresh;
  readonly #settleMs: number;
  /** How many reads have begun, and how many of them go on. */
  #begun = 0;
  #reading = 0;
  #lastRead = Number.NEGATIVE_INFINITY;
  #wanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `settleMs`: milliseconds after the last read. */
  constructor(refresh: Refresh, settleMs: number) {
    this.#refresh = refresh;
    this.#settleMs = settleMs;
  }

  /** Refreshes soon, and once for any number of calls before that. */
  want(): void {
    this.#wanted = true;
    this.#settle();
  }

  /** Reads a part of the tree. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    this.#reading += 1;
    try {
      return await work();
    } finally {
      this.#reading -= 1;
      this.#lastRead = performance.now();
      this.#settle();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#wanted = false;
  }

  #settle(): void {
    clearTimeout(this.#timer);
    if (!this.#wanted || this.#reading > 0) return;
    const wait = this.#lastRead + this.#settleMs - performance.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#settle(), wait);
      return;
    }
    this.#wanted = false;
    void this.read(() => {
      const begun = this.#begun;
      return this.#refresh(() => this.#begun !== begun);
    });
  }
}
