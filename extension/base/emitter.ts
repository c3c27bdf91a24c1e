import type { Disposable } from './disposable.ts';

/**
 * Passes values to its listeners, in the order in which they subscribed. Independent of `vscode`, so that its users
 * can be tested without it.
 */
export class Emitter<Value> implements Disposable {
  readonly #listeners = new Set<(value: Value) => void>();

  /** Calls the listener for each value from now on, until the returned object is disposed. */
  event(listener: (value: Value) => void): Disposable {
    const own = (value: Value) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  }

  /**
   * If a listener throws, the others are still called and `fire` returns normally. The error is rethrown in a
   * microtask.
   */
  fire(value: Value): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (thrown) {
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
