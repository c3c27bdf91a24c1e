import { errorText } from '../model/errors/errorText.ts';
import { diskError } from './diskError.ts';

/** Work on a store that takes many turns: closing the store stops it and waits for it. */
export class LongRuns {
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** Aborted once the store closes. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  signalWith(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.signal : AbortSignal.any([signal, this.signal]);
  }

  /** Rejects with what `run` rejects with; an error of the disk as a `PalaceError`. */
  async run<T>(run: () => Promise<T>): Promise<T> {
    const running = run();
    this.#running.add(running);
    try {
      return await running;
    } catch (thrown) {
      throw diskError(thrown, (errno) => errorText`Reading or writing the palace failed: ${errno}.`);
    } finally {
      this.#running.delete(running);
    }
  }

  stop(): void {
    this.#closing.abort();
  }

  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
