import { DrawerEmbedder } from './drawerEmbedder.ts';
import { EmbeddingPace } from './embeddingPace.ts';
import type { Machine } from './machineState.ts';
import { vectorFacts, type VectorFacts } from './vectorFacts.ts';
import { readSettings } from '../filing/settingsFiles.ts';
import { beginRebuild, isAllEmbedded, isRebuilding } from './embeddingRebuild.ts';
import { ingestModel } from '../store/ingestModel.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { sameStamp, stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { PalaceError, withRemedy } from '../model/errors/palaceError.ts';
import type { MineProgress } from '../contract/filing/mineProgress.ts';
import type { CallOptions, Result } from '../contract/palaceApi.ts';
import type { PalaceIndexes } from './palaceIndexes.ts';
import type { QueryModel } from '../retrieval/query/modelGuard.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

interface EmbeddingNews {
  readonly onProgress: (progress: MineProgress) => void;
  readonly onIdle: () => void;
  readonly onProblem: (error: PalaceError) => void;
  readonly machine: Machine | undefined;
}

/** Milliseconds between two progress reports to a waiting caller. */
const reportEvery = 500;
/**
 * Milliseconds after opening until the model is loaded even if nothing needs embedding: for the first search, and
 * to check whether it is the palace's own model. A client that opens the palace only briefly (a command, a hook)
 * does not wait for the load, which takes about a second.
 */
const warmUpAfter = 3_000;
/**
 * Milliseconds until the model is loaded because a vector is due. A process that only saves a note, or opens the
 * palace briefly, has ended by then; while it loads the model, it can't.
 */
const loadAfter = 1_000;

/** The current model, the vectors it computes, and the vectors the palace already has. */
export class PalaceEmbeddings {
  readonly queue: DrawerEmbedder;
  readonly #store: PalaceStore;
  readonly #embedder: Embedder;
  readonly #indexes: PalaceIndexes;
  readonly #onProblem: EmbeddingNews['onProblem'];
  #loaded = Promise.resolve();
  /** The palace's own vectors could not be read. */
  #isUnread = false;
  #model: Promise<QueryModel> | undefined;
  /** When the model will be loaded, on the clock of `performance.now()`. */
  #warmUp: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(
    store: PalaceStore,
    embedder: Embedder,
    indexes: PalaceIndexes,
    { onProgress, onIdle, onProblem, machine }: EmbeddingNews,
  ) {
    this.#store = store;
    this.#embedder = embedder;
    this.#indexes = indexes;
    this.#onProblem = onProblem;
    this.queue = new DrawerEmbedder(store, embedder, {
      onProgress: (done, pending, perSecond) =>
        onProgress({ stage: 'embedding', done, total: done + pending, message: 'meaning', per_second: perSecond }),
      onIdle,
      onProblem,
      prepare: (stamp) => indexes.prepareVectors(stamp),
      withTextOf: ({ contentHash }) =>
        indexes.catalogue.slotsOfText(contentHash).map((slot) => indexes.catalogue.rowidOf(slot)),
      pace: new EmbeddingPace({
        isFull: () => readSettings(store.folder).values.embedding_pace === 'full',
        machine,
      }),
    });
  }

  /** Begins to load the palace's own vectors into memory ({@link loaded}) and resumes pending work. */
  open(): void {
    this.#load();
    // Counting what is due takes a while, so a process that opens the palace only briefly never does it.
    const wake = (): void => (this.#isAllEmbedded() ? this.#wakeAfter(warmUpAfter - loadAfter) : this.#wake());
    const later = (): void => this.#callAfter(loadAfter, wake);
    // Callers that need the vectors are told why they can't be read.
    this.#loaded.then(later, later);
  }

  /**
   * Resolves once the palace's own vectors are in memory. Errors: those of the store; then the next caller tries again, because a
   * disk may fail for a moment and a palace stays open for days.
   */
  get loaded(): Promise<void> {
    if (this.#isUnread) this.#load();
    return this.#loaded;
  }

  #load(): void {
    const ingest = ingestModel(this.#store.read);
    this.#isUnread = false;
    if (ingest === null) return;
    this.#loaded = this.#indexes.loadVectors(ingest);
    this.#loaded.catch(() => (this.#isUnread = true));
  }

  /** Embeds what is due: now if the model is loaded, else a little later. */
  soon(): void {
    if (this.#model === undefined) this.#wakeAfter(loadAfter);
    else this.#wake();
  }

  #isAllEmbedded(): boolean {
    try {
      return isAllEmbedded(this.#store.read);
    } catch {
      // The queue meets the same error and reports it.
      return false;
    }
  }

  #wakeAfter(ms: number): void {
    this.#callAfter(ms, () => this.#wake());
  }

  /** Instead of what would be called later than that. */
  #callAfter(ms: number, call: () => void): void {
    const at = performance.now() + ms;
    if (this.#warmUp !== undefined && this.#warmUp.at <= at) return;
    clearTimeout(this.#warmUp?.timer);
    const timer = setTimeout(() => {
      this.#warmUp = undefined;
      call();
    }, ms);
    this.#warmUp = { at, timer };
  }

  #wake(): void {
    clearTimeout(this.#warmUp?.timer);
    this.#warmUp = undefined;
    // The vector index must be loaded before the first new vector arrives.
    this.queryModel().then(
      () => this.queue.wake(),
      (thrown: unknown) => this.#onProblem(PalaceError.from(thrown)),
    );
  }

  async stop(): Promise<void> {
    await this.#loaded.catch(() => undefined);
    clearTimeout(this.#warmUp?.timer);
    await this.queue.stop();
    this.#embedder.dispose();
  }

  ingestModel(): ModelStamp | null {
    return ingestModel(this.#store.read);
  }

  /** What a person should know about the loaded model; null: nothing. */
  get notice(): string | null {
    return this.#embedder.notice;
  }

  /** The current model, if a rebuild with it is unfinished. A rebuild begun with another model is paused. */
  rebuildModel(): ModelStamp | null {
    const { stamp } = this.queue;
    return stamp !== undefined && isRebuilding(this.#store.read, stamp) ? stamp : null;
  }

  /**
   * The model, or why it is unavailable. The first call loads it. A model that can't be used stays unavailable
   * until the palace is opened again. Errors: those of reading its vectors, which the next call tries again.
   */
  queryModel(): Promise<QueryModel> {
    if (this.#model !== undefined) return this.#model;
    const model = this.#embedder.ready().then(async (stamp) => {
      const ingest = this.ingestModel();
      if (ingest === null || sameStamp(ingest, stamp)) await this.#indexes.loadVectors(stamp);
      return stamp;
    }, unavailable);
    this.#model = model;
    model.catch(() => (this.#model = undefined));
    return model;
  }

  /** The model that computes a palace's first vectors; null if it can't be used. */
  async firstModel(): Promise<ModelStamp | null> {
    const model = await this.queryModel();
    return 'unavailable' in model ? null : model;
  }

  /**
   * The model if it is already loaded, else the one that its files describe. A status must not wait for the load,
   * and must agree with what a search reports.
   */
  async queryModelNow(): Promise<QueryModel> {
    const loaded = await Promise.race([
      this.#model ?? Promise.resolve(null),
      new Promise<null>((resolve) => setImmediate(() => resolve(null))),
    ]);
    return loaded ?? this.#embedder.describe().catch(unavailable);
  }

  /** Whether the drawer has a vector that it can be found by. */
  hasVector(rowid: number): boolean {
    return this.vectorFacts(rowid).has_vector;
  }

  vectorFacts(rowid: number): VectorFacts {
    const { catalogue, vectors } = this.#indexes;
    return vectorFacts(vectors, catalogue.slotOfRowid(rowid));
  }

  /** Drawers for whose text the model has no usable vector; 0 until the vectors are loaded. */
  get unusable(): number {
    return this.#indexes.vectors?.zeros ?? 0;
  }

  /**
   * Embeds those of these drawers that have no vector before all others. Resolves with whether any of them has one now;
   * `signal` ends the wait.
   */
  async embedFirst(ids: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { catalogue } = this.#indexes;
    const due = ids.flatMap((id) => {
      const slot = catalogue.slotOfId(id);
      if (slot === undefined || this.#indexes.vectors?.has(slot) === true) return [];
      const { rowid, sensitive, archived } = catalogue.entry(slot);
      return sensitive || archived ? [] : [rowid];
    });
    if (due.length === 0) return false;
    await this.queryModel();
    await this.queue.first(due, signal);
    return due.some((rowid) => this.hasVector(rowid));
  }

  /** Starts to embed pending drawers, and waits for them if asked to. */
  async settle({ wait = false, signal, onProgress }: CallOptions & { readonly wait?: boolean } = {}): Promise<{
    readonly done: number;
    readonly pending: number;
  }> {
    this.#wake();
    const model = wait ? await this.queryModel() : null;
    if (model !== null && !('unavailable' in model)) await this.#wait(model, { signal, onProgress });
    const ingest = this.ingestModel();
    return ingest === null
      ? { done: 0, pending: this.#store.read.counts().total }
      : this.#store.read.vectorCounts(stampKey(ingest));
  }

  /**
   * Embeds every drawer with the current model. The old vectors stay in use until all new ones exist; one commit
   * then switches over. Aborting ends only the wait, and a later owner with the same model resumes the rebuild.
   * Throws the model's errors, E_PALACE_READ_ONLY.
   */
  async rebuild({ signal, onProgress }: CallOptions): Promise<Result<'rebuildEmbeddings'>> {
    const model = await this.#embedder.ready();
    await this.queryModel();
    const ingest = this.ingestModel();
    if (ingest !== null && !sameStamp(ingest, model)) await beginRebuild(this.#store, model);
    await this.#wait(model, { signal, onProgress });
    if (this.queue.problem !== undefined) throw this.queue.problem;
    return { ...this.#store.read.vectorCounts(stampKey(model)) };
  }

  async #wait(model: ModelStamp, { signal, onProgress }: CallOptions): Promise<void> {
    this.queue.wake();
    const poll = setInterval(() => {
      const { done, pending } = this.#store.read.vectorCounts(stampKey(model));
      onProgress?.({
        stage: 'embedding',
        done,
        total: done + pending,
        message: 'meaning',
        per_second: this.queue.perSecond,
      });
    }, reportEvery);
    await this.queue.complete(signal).finally(() => clearInterval(poll));
  }
}

const unavailable = (error: unknown): QueryModel => ({
  unavailable: withRemedy(PalaceError.from(error, 'E_EMBEDDING')),
});
