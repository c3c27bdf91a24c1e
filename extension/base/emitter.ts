import type { Disposable } from './disposable.ts';

/** Tells listeners of a value, in the order in which they came. Without `vscode`, so that its users can be tested alone. */
export class Emitter<Value> implements Disposable {
  readonly #listeners = new Set<(value: Value) => void>();

  /** Calls the listener for each value from now on, until it is disposed of. */
  event(listener: (value: Value) => void): Disposable {
    const own = (value: Value) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  }

  /** A listener that throws keeps nobody else from hearing, nor the caller from going on: its error is thrown in a task of its own. */
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
