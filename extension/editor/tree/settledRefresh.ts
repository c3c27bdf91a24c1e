import type { Disposable } from '../../base/disposable.ts';

/**
 * Fires once no part of a tree is being read, and none has been for a moment. The editor asks for the children of what it has
 * just been given; were the tree to be read anew between the two, it would take them for none, and show an open row with
 * nothing in it.
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

  /** Fires soon, once for any number of calls until then. */
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
      this.#lastRead = Date.now();
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
    const wait = this.#lastRead + this.#settleMs - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#settle(), wait);
      return;
    }
    this.#wanted = false;
    this.#fire();
  }
}
