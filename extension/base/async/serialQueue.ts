/** Runs pieces of work one after another, in the order in which they are given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `work` once everything given before it has ended. If it fails, only its caller gets the error; the next
   * work still runs.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when everything given so far has ended. Never rejects. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
