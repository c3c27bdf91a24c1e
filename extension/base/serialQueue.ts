/** Runs pieces of work one after the other, in the order in which they are given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once everything given before has ended. Its failure is told to the caller alone; what comes next runs all the same. */
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
