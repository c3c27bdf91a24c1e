import type { Disposable } from '../disposable.ts';

/** Runs an action once for all calls within `firstMs` of the first, and not again within `leastMs`. */
export class Throttle implements Disposable {
  readonly #action: () => void;
  readonly #firstMs: number;
  readonly #leastMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ran = -Infinity;

  constructor(action: () => void, { firstMs, leastMs }: { readonly firstMs: number; readonly leastMs: number }) {
    this.#action = action;
    this.#firstMs = firstMs;
    this.#leastMs = leastMs;
  }

  call(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#ran = performance.now();
        this.#action();
      },
      Math.max(this.#firstMs, this.#ran + this.#leastMs - performance.now()),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
