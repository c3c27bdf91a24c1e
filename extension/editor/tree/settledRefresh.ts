import type { Disposable } from '../../base/disposable.ts';

/**
 * Fires once no part of a tree is being read and none has been for a moment. The editor reads a tree level by level. A
 * refresh between two levels would make it forget the rows of the first: an expanded row would be empty, and a row that is
 * pressed would have no drawer.
 */
export class SettledRefresh implements Disposable {
  readonly #fire: () => void;
  readonly #settleMs: number;
  #reading = 0;
  #lastRead = Number.NEGATIVE_INFINITY;
  #wanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `settleMs`: milliseconds after the last read. */
  constructor(fire: () => void, settleMs: number) {
    this.#fire = fire;
    this.#settleMs = settleMs;
  }

  /** Fires soon, and once for any number of calls before that. */
  want(): void {
    this.#wanted = true;
    this.#settle();
  }

  /** Reads a part of the tree. */
  async read<T>(work: () => Promise<T>): Promise<T> {
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
    this.#fire();
  }
}
