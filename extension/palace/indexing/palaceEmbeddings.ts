import { raceAbort } from '../../base/raceAbort.ts';
import { DrawerEmbedder } from './drawerEmbedder.ts';
import { beginRebuild, ingestModel, isAllEmbedded, isRebuilding } from './embeddingRebuild.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { sameStamp, stampKey, type ModelStamp } from '../model/modelStamp.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { MineProgress } from '../contract/mineProgress.ts';
import type { CallOptions, Result } from '../contract/palaceApi.ts';
import type { PalaceIndexes } from './palaceIndexes.ts';
import type { QueryModel } from '../retrieval/query/modelGuard.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

export interface EmbeddingNews {
  readonly onProgress: (progress: MineProgress) => void;
  readonly onIdle: () => void;
  readonly onProblem: (error: PalaceError) => void;
}

/** Milliseconds between two reports to somebody who waits. */
const reportEvery = 500;
/**
 * Milliseconds after opening until the model is loaded though nothing is due: for the first search, and to tell whether it is
 * the palace's own. What opens the palace for a moment (a command, a hook) is spared the second that loading takes.
 */
const warmUpAfter = 3_000;

/** The model at hand, the vectors it gives the palace, and those that the palace has. */
export class PalaceEmbeddings {
  readonly queue: DrawerEmbedder;
  readonly #store: PalaceStore;
  readonly #embedder: Embedder;
  readonly #indexes: PalaceIndexes;
  #model: Promise<QueryModel> | undefined;
  #warmUp: NodeJS.Timeout | undefined;

  constructor(
    store: PalaceStore,
    embedder: Embedder,
    indexes: PalaceIndexes,
    { onProgress, onIdle, onProblem }: EmbeddingNews,
  ) {
    this.#store = store;
    this.#embedder = embedder;
    this.#indexes = indexes;
    this.queue = new DrawerEmbedder(store, embedder, {
      onProgress: (done, pending, perSecond) =>
        onProgress({ stage: 'embedding', done, total: done + pending, message: 'meaning', per_second: perSecond }),
      onIdle,
      onProblem,
      prepare: (stamp) => indexes.prepareVectors(stamp),
    });
  }

  /** Takes the palace's own vectors into memory and goes on with what is due. */
  async open(): Promise<void> {
    const ingest = ingestModel(this.#store.read);
    if (ingest !== null) await this.#indexes.loadVectors(ingest);
    if (isAllEmbedded(this.#store.read)) this.#warmUp = setTimeout(() => this.queue.wake(), warmUpAfter);
    else this.queue.wake();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#warmUp);
    await this.queue.stop();
    this.#embedder.dispose();
  }

  ingestModel(): ModelStamp | null {
    return ingestModel(this.#store.read);
  }

  /** The model at hand, where a rebuild with it is under way; one begun with another model rests. */
  rebuildModel(): ModelStamp | null {
    const { stamp } = this.queue;
    return stamp !== undefined && isRebuilding(this.#store.read, stamp) ? stamp : null;
  }

  /** The model as it stands; loads it on first need. A model that can't be used stays so until the palace is opened anew. */
  queryModel(): Promise<QueryModel> {
    this.#model ??= this.#embedder.ready().then(
      async (stamp) => {
        const ingest = this.ingestModel();
        if (ingest === null || sameStamp(ingest, stamp)) await this.#indexes.loadVectors(stamp);
        return stamp;
      },
      (error: unknown) => {
        const { message, remedy } = PalaceError.from(error, 'E_EMBEDDING');
        return { unavailable: `${message} ${remedy}` };
      },
    );
    return this.#model;
  }

  /** The model if it is known already: a status must not wait for it. */
  queryModelNow(): Promise<QueryModel | null> {
    return Promise.race([
      this.#model ?? Promise.resolve(null),
      new Promise<null>((resolve) => setImmediate(() => resolve(null))),
    ]);
  }

  hasVector(rowid: number): boolean {
    const slot = this.#indexes.catalogue.slotOfRowid(rowid);
    return slot !== undefined && this.#indexes.vectors?.has(slot) === true;
  }

  /** Starts on what is due, and waits for it if asked to. */
  async settle(
    wait: boolean,
    { signal, onProgress }: CallOptions,
  ): Promise<{ readonly done: number; readonly pending: number }> {
    // The vectors' home must be known before the first of them arrives.
    void this.queryModel().then(() => this.queue.wake());
    const model = wait ? await this.queryModel() : null;
    if (model !== null && !('unavailable' in model)) await this.#wait(model, { signal, onProgress });
    const ingest = this.ingestModel();
    return ingest === null
      ? { done: 0, pending: this.#store.read.counts().total }
      : this.#store.read.vectorCounts(stampKey(ingest));
  }

  /**
   * Embeds every drawer with the model at hand. The old vectors stay until all new ones are there; then these answer, from
   * one commit to the next. Stopping to wait does not stop it, and a later owner with the same model goes on with it.
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
    await raceAbort(this.queue.idle(), signal, () => undefined).finally(() => clearInterval(poll));
  }
}
