/** Stores the person's permanent consent in this workspace's state. */
interface ConsentStore {
  readonly get: () => unknown;
  readonly set: (modelIds: readonly string[]) => void;
}

/** The language models to which a person agreed to send drawers without being asked again. */
export class SummaryConsent {
  readonly #store: ConsentStore;

  constructor(store: ConsentStore) {
    this.#store = store;
  }

  has(modelId: string): boolean {
    return this.#known().includes(modelId);
  }

  remember(modelId: string): void {
    this.#store.set([...new Set([...this.#known(), modelId])]);
  }

  forget(): void {
    if (this.#known().length > 0) this.#store.set([]);
  }

  #known(): readonly string[] {
    const stored = this.#store.get();
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  }
}
