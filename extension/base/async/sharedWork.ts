import { raceAbort } from './raceAbort.ts';

export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Work that several callers wait for. Each is told its progress; it is aborted once all of them have left. */
export class SharedWork<T> {
  readonly #outcome: Promise<T>;
  readonly #abort = new AbortController();
  readonly #listeners = new Set<NonNullable<WorkOptions['onProgress']>>();
  #waiting = 0;

  /** Starts the work. */
  constructor(work: (options: Required<WorkOptions>) => Promise<T>) {
    this.#outcome = work({
      signal: this.#abort.signal,
      onProgress: (done, total) => this.#listeners.forEach((tell) => tell(done, total)),
    });
  }

  /** Everybody who waited for it has left. */
  get isAborted(): boolean {
    return this.#abort.signal.aborted;
  }

  /**
   * Waits for the work. Once this caller's signal is aborted, throws what `onAbort` throws; for the last one who waits, the outcome
   * is that of the aborted work, so that nothing goes on behind it.
   */
  async join({ signal, onProgress }: WorkOptions, onAbort: () => never): Promise<T> {
    this.#waiting += 1;
    if (onProgress !== undefined) this.#listeners.add(onProgress);
    try {
      return await raceAbort(this.#outcome, signal, () => (this.#waiting > 1 ? onAbort() : this.#stopped()));
    } finally {
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
      this.#waiting -= 1;
    }
  }

  #stopped(): Promise<T> {
    this.#abort.abort();
    return this.#outcome;
  }
}
