import type { Disposable } from '../../base/disposable.ts';

/** Holds things that must be disposed together; anything added after the end is disposed at once. */
export class DisposableStore implements Disposable {
  readonly #held = new Set<Disposable>();
  #disposed = false;

  add<Item extends Disposable>(item: Item): Item {
    if (this.#disposed) item.dispose();
    else this.#held.add(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    const held = [...this.#held].reverse();
    this.#held.clear();
    for (const item of held) item.dispose();
  }
}
