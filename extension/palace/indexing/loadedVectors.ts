import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Disposable } from '../../base/disposable.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import type { CommittedChange, PalaceStore } from '../store/palaceStore.ts';
import { VectorIndex, type VectorIndexOptions } from '../vectors/vectorIndex.ts';

/** Rows read from the store at a time. */
const page = 2000;

/** The vectors of the model in use, and of a model that is being read, in step with every commit. */
export class LoadedVectors implements Disposable {
  readonly #store: Pick<PalaceStore, 'read'>;
  readonly #catalogue: Pick<Catalogue, 'slots' | 'slotOfRowid'>;
  readonly #options: VectorIndexOptions;
  #current: VectorIndex | null = null;
  #model: string | null = null;
  /** Vector indexes that are still being read from the store, by model. */
  readonly #loading = new Map<string, { readonly vectors: VectorIndex; readonly read: Promise<void> }>();

  constructor(
    store: Pick<PalaceStore, 'read'>,
    catalogue: Pick<Catalogue, 'slots' | 'slotOfRowid'>,
    options: VectorIndexOptions,
  ) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#options = options;
  }

  /** Null until the vectors of a model are loaded. */
  get current(): VectorIndex | null {
    return this.#current;
  }

  /**
   * Reads the palace's vectors of a model and keeps them in step with commits, while the previous ones stay in
   * use. The function it resolves with replaces the previous ones. Errors: those of the store.
   */
  async prepare(stamp: ModelStamp): Promise<() => void> {
    const model = stampKey(stamp);
    if (this.#model === model) return () => undefined;
    const known = this.#loading.get(model);
    const vectors = known?.vectors ?? new VectorIndex(stamp.dim, this.#options);
    const read = known?.read ?? this.#read(model, vectors);
    this.#loading.set(model, { vectors, read });
    try {
      await read;
    } catch (thrown) {
      // The next call reads them anew.
      if (this.#loading.get(model)?.read === read) this.#loading.delete(model);
      vectors.dispose();
      throw thrown;
    }
    return () => {
      if (!this.#loading.delete(model)) return;
      this.#current?.dispose();
      this.#current = vectors;
      this.#model = model;
    };
  }

  async #read(model: string, vectors: VectorIndex): Promise<void> {
    // The caller first registers the index, so that commits during the read find it.
    await Promise.resolve();
    vectors.reserve(this.#catalogue.slots);
    for (let after: number | undefined = 0; after !== undefined; await nextTurn())
      after = this.#store.read.visitVectors(model, after, page, (rowid, scale, data) => {
        const slot = this.#catalogue.slotOfRowid(rowid);
        // A vector of another length is left out, as if it were still to be computed; `verify` names it.
        if (slot !== undefined && data.length === vectors.dim) vectors.set(slot, scale, data);
      });
  }

  /** Adds a committed vector, if its model is loaded or being read. */
  add({ rowid, modelId, scale, data }: CommittedChange['vectors'][number]): void {
    const slot = this.#catalogue.slotOfRowid(rowid);
    if (slot === undefined) return;
    if (modelId === this.#model) this.#current?.set(slot, scale, data);
    this.#loading.get(modelId)?.vectors.set(slot, scale, data);
  }

  clear(slot: number): void {
    for (const vectors of this.#all()) vectors.clear(slot);
  }

  /** As {@link VectorIndex.closeUp}. */
  closeUp(closed: Int32Array): void {
    for (const vectors of this.#all()) vectors.closeUp(closed);
  }

  dispose(): void {
    this.#current?.dispose();
    this.#current = null;
  }

  *#all(): Iterable<VectorIndex> {
    if (this.#current !== null) yield this.#current;
    for (const { vectors } of this.#loading.values()) yield vectors;
  }
}
