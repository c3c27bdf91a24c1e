import { raceAbort } from '../../base/raceAbort.ts';
import { embeddingInput } from '../embedding/embeddingInput.ts';
import type { Embedder, ModelStamp } from '../embedding/embedder.ts';
import { PalaceError } from '../model/palaceError.ts';
import { beginUpgrade, finishRebuild, ingestModel, isRebuilding, removeOtherVectors } from './embeddingRebuild.ts';
import { sameStamp, stampKey } from '../model/modelStamp.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { StoredVector } from '../store/queries/vectors.ts';
import { quantise } from '../vectors/quantise.ts';

/** Drawers embedded before their vectors are committed together. */
const batchSize = 16;
/** Milliseconds over which the rate is measured. */
const rateWindow = 10_000;

export type EmbeddingState = 'loading' | 'ready' | 'working' | 'unavailable' | 'mismatch';

export interface EmbeddingQueueEvents {
  readonly onProgress: (done: number, pending: number, perSecond: number | null) => void;
  readonly onIdle: () => void;
  readonly onProblem: (error: PalaceError) => void;
  /** Loads a model's vectors into memory. The function it resolves with puts them into use. */
  readonly prepare: (stamp: ModelStamp) => Promise<() => void>;
}

/** Embeds every drawer in the background, newest and most used first. Starts when woken, sleeps when done. */
export class DrawerEmbedder {
  readonly #store: PalaceStore;
  readonly #embedder: Embedder;
  readonly #events: EmbeddingQueueEvents;
  readonly #abort = new AbortController();
  readonly #commits: { readonly at: number; readonly count: number }[] = [];
  #running: Promise<void> | undefined;
  #again = false;
  #stamp: ModelStamp | undefined;
  #problem: PalaceError | undefined;
  #mismatch = false;

  constructor(store: PalaceStore, embedder: Embedder, events: EmbeddingQueueEvents) {
    this.#store = store;
    this.#embedder = embedder;
    this.#events = events;
  }

  get state(): EmbeddingState {
    if (this.#problem !== undefined) return 'unavailable';
    if (this.#mismatch) return 'mismatch';
    if (this.#running !== undefined) return this.#stamp === undefined ? 'loading' : 'working';
    return 'ready';
  }

  /** Why the model can't be used; undefined if it can. */
  get problem(): PalaceError | undefined {
    return this.#problem;
  }

  /** The current model, once it is loaded. */
  get stamp(): ModelStamp | undefined {
    return this.#stamp;
  }

  get perSecond(): number | null {
    const since = Date.now() - rateWindow;
    while ((this.#commits[0]?.at ?? Infinity) < since) this.#commits.shift();
    const first = this.#commits[0];
    if (first === undefined || this.#commits.length < 2) return null;
    return (
      this.#commits.slice(1).reduce((sum, { count }) => sum + count, 0) /
      Math.max(0.001, (Date.now() - first.at) / 1000)
    );
  }

  /** Looks for drawers without a vector. Does nothing on a palace that can't be written. */
  wake(): void {
    if (this.#abort.signal.aborted || this.#store.health.state !== 'ok') return;
    this.#again = true;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      this.#events.onIdle();
    });
  }

  /** Resolves when every drawer is embedded, or the model can't be used. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.idle();
  }

  async #drain(): Promise<void> {
    try {
      while (this.#again && !this.#abort.signal.aborted) {
        this.#again = false;
        if (this.#store.read.counts().total === 0) return;
        this.#stamp ??= await this.#ready();
        if (this.#stamp === undefined) return;
        this.#problem = undefined;
        const ingest = ingestModel(this.#store.read);
        await beginUpgrade(this.#store, this.#stamp);
        const rebuilding = isRebuilding(this.#store.read, this.#stamp);
        this.#mismatch = ingest !== null && !sameStamp(ingest, this.#stamp) && !rebuilding;
        if (this.#mismatch) return;
        await this.#embedAll(this.#stamp, ingest === null);
        if (rebuilding && !this.#abort.signal.aborted) await this.#switchTo(this.#stamp);
        await removeOtherVectors(this.#store, this.#abort.signal);
      }
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#problem = PalaceError.from(error, 'E_EMBEDDING');
      this.#events.onProblem(this.#problem);
    }
  }

  /** The model once it is loaded; undefined if the queue stops first. */
  #ready(): Promise<ModelStamp | undefined> {
    return raceAbort(this.#embedder.ready(), this.#abort.signal, () => undefined);
  }

  /** Ends a rebuild, unless drawers were filed meanwhile: these are embedded first. */
  async #switchTo(stamp: ModelStamp): Promise<void> {
    const use = await this.#events.prepare(stamp);
    if (await finishRebuild(this.#store, stamp)) use();
    else this.#again = true;
  }

  async #embedAll(stamp: ModelStamp, unstamped: boolean): Promise<void> {
    const model = stampKey(stamp);
    let mustStamp = unstamped;
    const ahead = (): Promise<StoredVector[]> => {
      const batch = this.#embedBatch(model);
      // If the run ends before this batch is awaited, its failure must not count as an unhandled rejection.
      batch.catch(() => undefined);
      return batch;
    };
    let next = ahead();
    while (!this.#abort.signal.aborted) {
      const vectors = await next;
      if (vectors.length === 0) return;
      const commit = this.#store.write((transaction) => {
        if (mustStamp) transaction.setMeta('embedding_stamp', JSON.stringify(stamp));
        // A drawer may be gone by now. The store skips its vector.
        transaction.putVectors(vectors);
      });
      await commit;
      mustStamp = false;
      next = ahead();
      this.#commits.push({ at: Date.now(), count: vectors.length });
      const { done, pending } = this.#store.read.vectorCounts(model);
      this.#events.onProgress(done, pending, this.perSecond);
    }
  }

  async #embedBatch(modelId: string): Promise<StoredVector[]> {
    const rowids = this.#store.read.rowidsWithoutVector(modelId, batchSize);
    if (rowids.length === 0) return [];
    const drawers = this.#store.read.drawersByRowid(rowids);
    const vectors = await this.#embedder.embed(drawers.map(embeddingInput), 'drawer', this.#abort.signal);
    return drawers.flatMap(({ rowid }, i) => {
      const vector = vectors[i];
      return vector === undefined ? [] : [{ rowid, modelId, ...quantise(vector) }];
    });
  }
}
