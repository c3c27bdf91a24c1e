import type { Disposable } from '../disposable.ts';

/**
 * Runs an action once no call has come for `quietMs`. With `longestMs`, it runs at the latest that long after the
 * first call of a burst.
 */
export class Debouncer implements Disposable {
  readonly #action: () => void;
  readonly #quietMs: () => number;
  readonly #longestMs: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstCall: number | undefined;

  constructor(
    action: () => void,
    quietMs: number | (() => number),
    longestMs: number | (() => number) = Number.POSITIVE_INFINITY,
  ) {
    this.#action = action;
    this.#quietMs = typeof quietMs === 'number' ? () => quietMs : quietMs;
    this.#longestMs = typeof longestMs === 'number' ? () => longestMs : longestMs;
  }

  call(): void {
    this.#firstCall ??= performance.now();
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#firstCall + this.#longestMs() - performance.now());
    this.#timer = setTimeout(
      () => {
        this.cancel();
        this.#action();
      },
      Math.min(this.#quietMs(), left),
    );
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firstCall = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
