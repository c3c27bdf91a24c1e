import { Emitter } from '../../base/emitter.ts';
import { raceAbort } from '../../base/async/raceAbort.ts';
import { embeddingInput } from '../embedding/embeddingInput.ts';
import type { EmbeddingPace } from './embeddingPace.ts';
import type { Embedder, ModelStamp } from '../embedding/embedder.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { beginUpgrade, finishRebuild, isRebuilding, removeOtherVectors } from './embeddingRebuild.ts';
import { ingestModel } from '../store/ingestModel.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { sameStamp, stampKey } from '../model/embedding/modelStamp.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { StoredVector } from '../store/queries/vectors.ts';
import type { HoldUp } from './machineState.ts';
import { embedEach } from './embedEach.ts';
import { storableVectors } from './storableVectors.ts';

/** The others go on: this is no problem of the model. */
const unusableText = (id: string): PalaceError =>
  new PalaceError('E_EMBEDDING', errorText`The model gives no usable vector for the text of the drawer ${id}.`, {
    remedy: 'It is found by its words.',
  });

/** Drawers embedded before their vectors are committed together. */
const batchSize = 16;
/** Milliseconds over which the rate is measured. */
const rateWindow = 10_000;

type EmbeddingState = 'loading' | 'ready' | 'working' | 'unavailable' | 'mismatch';

interface EmbeddingQueueEvents {
  readonly onProgress: (done: number, pending: number, perSecond: number | null) => void;
  readonly onIdle: () => void;
  readonly onProblem: (error: PalaceError) => void;
  /** Loads a model's vectors into memory. The function it resolves with puts them into use. */
  readonly prepare: (stamp: ModelStamp) => Promise<() => void>;
  /** Rowids of the drawers that have the same text as this one. */
  readonly withTextOf: (drawer: Drawer) => readonly number[];
  readonly pace: EmbeddingPace;
}

/**
 * Embeds every drawer in the background: first those that somebody waits for, then in {@link embeddingOrder}. Equal
 * texts are embedded once. Starts when woken, sleeps when done.
 */
export class DrawerEmbedder {
  readonly #store: PalaceStore;
  readonly #embedder: Embedder;
  readonly #events: EmbeddingQueueEvents;
  readonly #abort = new AbortController();
  readonly #commits: { readonly at: number; readonly count: number }[] = [];
  /** Rowids of drawers that somebody waits for. */
  readonly #wanted = new Set<number>();
  /** Fires when vectors are committed, and when a run ends. */
  readonly #advanced = new Emitter<void>();
  /** Callers that wait until everything is embedded. */
  #awaiting = 0;
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

  /** Why embedding is slow; null if it is not. */
  get holdUp(): HoldUp | null {
    return this.#events.pace.holdUp;
  }

  get perSecond(): number | null {
    const since = performance.now() - rateWindow;
    while ((this.#commits[0]?.at ?? Infinity) < since) this.#commits.shift();
    const first = this.#commits[0];
    if (first === undefined || this.#commits.length < 2) return null;
    return (
      this.#commits.slice(1).reduce((sum, { count }) => sum + count, 0) /
      Math.max(0.001, (performance.now() - first.at) / 1000)
    );
  }

  /** Looks for drawers without a vector. Does nothing on a palace that can't be written. */
  wake(): void {
    if (this.#abort.signal.aborted || this.#store.health.state !== 'ok') return;
    this.#again = true;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
      this.#wanted.clear();
      this.#advanced.fire();
      this.#events.pace.end();
      this.#events.onIdle();
    });
  }

  /**
   * Embeds these drawers before all others. Resolves when they have their vectors, at once if they can't get any, or when
   * `signal` aborts.
   */
  async first(rowids: readonly number[], signal: AbortSignal): Promise<void> {
    for (const rowid of rowids) this.#wanted.add(rowid);
    this.wake();
    const isDue = (): boolean =>
      this.#running !== undefined && !signal.aborted && rowids.some((rowid) => this.#wanted.has(rowid));
    await new Promise<void>((resolve) => {
      const held = this.#advanced.event(() => {
        if (!isDue()) end();
      });
      const end = (): void => {
        held.dispose();
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end);
      // Not chained to the run's promise: a run can last all day and would keep every caller in memory.
      if (!isDue()) end();
    });
  }

  /** The same as {@link idle}, for a caller who wants it soon. Ends early when `signal` aborts. */
  async complete(signal: AbortSignal | undefined): Promise<void> {
    this.#awaiting += 1;
    try {
      await raceAbort(this.idle(), signal, () => undefined);
    } finally {
      this.#awaiting -= 1;
    }
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
      const batch = this.#embedBatch(model, stamp.dim);
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
      for (const { rowid } of vectors) this.#wanted.delete(rowid);
      this.#advanced.fire();
      mustStamp = false;
      next = ahead();
      this.#commits.push({ at: performance.now(), count: vectors.length });
      const { done, pending } = this.#store.read.vectorCounts(model);
      this.#events.onProgress(done, pending, this.perSecond);
    }
  }

  async #embedBatch(modelId: string, dim: number): Promise<StoredVector[]> {
    const { read } = this.#store;
    const wanted = this.#takeWanted(modelId);
    const drawers = wanted.length > 0 ? wanted : read.drawersByRowid(read.rowidsWithoutVector(modelId, batchSize));
    const known = new Map<string, Omit<StoredVector, 'rowid'>>();
    for (const drawer of drawers) {
      const vector = known.has(drawer.contentHash) ? undefined : this.#vectorOfSameText(drawer, modelId);
      if (vector !== undefined) known.set(drawer.contentHash, vector);
    }
    const due = [...new Map(drawers.map((drawer) => [drawer.contentHash, drawer] as const)).values()].filter(
      ({ contentHash }) => !known.has(contentHash),
    );
    const embed = (texts: readonly string[]): Promise<Float32Array[]> =>
      this.#embedder.embed(texts, 'drawer', this.#abort.signal);
    const vectors =
      due.length === 0
        ? []
        : await this.#events.pace.run(
            due.map(embeddingInput),
            (texts) => embedEach(texts, dim, embed),
            () => this.#awaiting > 0 || this.#wanted.size > 0 || this.#abort.signal.aborted,
          );
    const storable = await storableVectors(vectors, embed);
    due.forEach(({ id, contentHash }, i) => {
      const vector = storable[i];
      if (vector === undefined) return;
      known.set(contentHash, { modelId, scale: vector.scale, data: vector.data });
      if (!vector.isUsable) this.#events.onProblem(unusableText(id));
    });
    return drawers.flatMap(({ rowid, contentHash }) => {
      const vector = known.get(contentHash);
      return vector === undefined ? [] : [{ ...vector, rowid }];
    });
  }

  /** The next drawers that somebody waits for and that may get a vector; the wait for the others ends. */
  #takeWanted(modelId: string): Drawer[] {
    const rowids = [...this.#wanted].slice(0, batchSize);
    const drawers = this.#store.read
      .drawersByRowid(rowids)
      .filter(
        ({ rowid, archived, sensitive }) => !archived && !sensitive && this.#stored(rowid, modelId) === undefined,
      );
    const taken = new Set(drawers.map(({ rowid }) => rowid));
    for (const rowid of rowids) if (!taken.has(rowid)) this.#wanted.delete(rowid);
    return drawers;
  }

  #vectorOfSameText(drawer: Drawer, modelId: string): StoredVector | undefined {
    for (const rowid of this.#events.withTextOf(drawer)) {
      const vector = rowid === drawer.rowid ? undefined : this.#stored(rowid, modelId);
      if (vector !== undefined) return vector;
    }
    return undefined;
  }

  #stored(rowid: number, modelId: string): StoredVector | undefined {
    const [vector] = this.#store.read.scanVectors(modelId, rowid - 1, 1);
    return vector?.rowid === rowid ? vector : undefined;
  }
}
