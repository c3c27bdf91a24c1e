import type { Disposable } from './disposable.ts';

/** Tells listeners of a value, in the order in which they came; without `vscode`, so that what uses it can be tested alone. */
export class Emitter<Value> implements Disposable {
  readonly #listeners = new Set<(value: Value) => void>();

  event(listener: (value: Value) => void): Disposable {
    const own = (value: Value) => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  }

  fire(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
