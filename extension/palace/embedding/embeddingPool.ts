import type { Worker } from 'node:worker_threads';
import { minuteMs } from '../../base/time.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { Embedder, ModelStamp } from './embedder.ts';
import { EmbedderThread } from './embedderThread.ts';
import { EmbeddingCall } from './embeddingCall.ts';
import type { WorkerReady } from './embedderMessages.ts';
import type { EngineMemory } from './engine/engineMemory.ts';
import { engineOf, modelStampOf, readDescription, readModelFolder } from './modelFolder.ts';
import { mostWorkers, startEmbedder, type EmbedderPlace } from './startEmbedder.ts';
import { EmbeddingQueue, type EmbeddingJob } from './embeddingQueue.ts';

interface EmbeddingPoolOptions extends EmbedderPlace {
  /** The first worker, if it was just started for this place. */
  readonly started?: Worker | undefined;
  /** Milliseconds without work after which a worker is stopped; by default five minutes. */
  readonly idleMs?: number;
}

interface Seat {
  readonly thread: EmbedderThread;
  readonly arena: number;
  state: 'starting' | 'idle' | 'busy';
  idleTimer?: NodeJS.Timeout;
}

interface ReadyWaiter {
  readonly resolve: (stamp: ModelStamp) => void;
  readonly reject: (error: PalaceError) => void;
}

/**
 * Embeds in worker threads, which start when there is work and stop when there is none. Each worker checks the
 * bytes of the model that it loads. If a worker fails, it is replaced and its text is tried once more; if that
 * fails too, the call rejects with E_EMBEDDING. Other errors: E_MODEL_MISSING, E_MODEL_ALTERED, E_CANCELLED
 * (aborted or disposed).
 */
export class EmbeddingPool implements Embedder {
  readonly #place: EmbedderPlace;
  /** The maximum number of workers at any time. */
  readonly #arenas: number;
  readonly #idleMs: number;
  readonly #queue = new EmbeddingQueue();
  readonly #seats: Seat[] = [];
  #readyWaiters: ReadyWaiter[] = [];
  #limit: number;
  #stamp: ModelStamp | undefined;
  #described: Promise<ModelStamp> | undefined;
  /** The weights that the workers share while there are any. */
  #weights: EngineMemory | null = null;
  #notice: string | null = null;
  #disposed = false;

  constructor({ idleMs = 5 * minuteMs, started, ...place }: EmbeddingPoolOptions) {
    this.#place = place;
    this.#arenas = mostWorkers(place);
    this.#limit = this.#arenas;
    this.#idleMs = idleMs;
    if (started !== undefined) this.#seat(started, 0);
  }

  async ready(): Promise<ModelStamp> {
    this.#checkUsable();
    if (this.#stamp) return this.#stamp;
    return new Promise((resolve, reject) => {
      this.#readyWaiters.push({ resolve, reject });
      if (this.#seats.length === 0) this.#start();
    });
  }

  describe(): Promise<ModelStamp> {
    if (this.#stamp) return Promise.resolve(this.#stamp);
    this.#described ??= this.#readStamp();
    return this.#described;
  }

  get notice(): string | null {
    return this.#notice;
  }

  async #readStamp(): Promise<ModelStamp> {
    const { modelFolder, engine: choice = 'automatic' } = this.#place;
    const engine = engineOf(await readDescription(modelFolder), choice);
    const { description } = await readModelFolder(modelFolder, engine);
    return modelStampOf(description, engine);
  }

  async embed(texts: readonly string[], kind: 'query' | 'drawer', signal?: AbortSignal): Promise<Float32Array[]> {
    this.#checkUsable();
    stopIfAborted(signal, 'Embedding was cancelled.');
    if (texts.length === 0) return [];
    const call = new EmbeddingCall(texts.length);
    const onAbort = (): void => this.#fail(call, new PalaceError('E_CANCELLED', 'Embedding was cancelled.'));
    signal?.addEventListener('abort', onAbort);
    texts.forEach((text, index) => this.#queue.add({ call, index, request: { text, kind }, failures: 0 }));
    this.#dispatch();
    try {
      return await call.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#failAll(disposedError());
    for (const seat of [...this.#seats]) seat.thread.dispose();
  }

  #checkUsable(): void {
    if (this.#disposed) throw disposedError();
  }

  /** Gives waiting texts to idle workers, and starts workers for the rest. */
  #dispatch(): void {
    for (const seat of this.#seats) {
      if (seat.state !== 'idle') continue;
      const job = this.#queue.take();
      if (job === undefined) return;
      void this.#run(seat, job);
    }
    const starting = this.#seats.filter((seat) => seat.state === 'starting').length;
    // The first worker loads the weights, which the others then share.
    const most = this.#seats.every(({ state }) => state === 'starting') ? 1 : this.#limit;
    const wanted = Math.min(this.#queue.length - starting, most - this.#seats.length);
    for (let started = 0; started < wanted; started += 1) this.#start();
  }

  async #run(seat: Seat, job: EmbeddingJob): Promise<void> {
    seat.state = 'busy';
    clearTimeout(seat.idleTimer);
    try {
      job.call.complete(job.index, await seat.thread.embed(job.request));
      this.#rest(seat);
    } catch (thrown) {
      this.#retryOrFail(job, PalaceError.from(thrown, 'E_EMBEDDING'));
    }
    if (!this.#disposed) this.#dispatch();
  }

  #retryOrFail(job: EmbeddingJob, error: PalaceError): void {
    if (this.#disposed) return this.#fail(job.call, disposedError());
    // After a failure, nothing that the worker could write to is trusted: the next one loads the weights again.
    this.#weights = null;
    if (job.call.settled) return;
    if (job.failures === 0) return this.#queue.putBack({ ...job, failures: 1 });
    this.#fail(
      job.call,
      new PalaceError(
        'E_EMBEDDING',
        errorText`Text ${job.index + 1} of ${job.call.size} (${job.request.text.length} characters) could not be embedded, in two attempts. ${error.message}`,
        {
          cause: error,
        },
      ),
    );
  }

  #rest(seat: Seat): void {
    seat.state = 'idle';
    seat.idleTimer = setTimeout(() => seat.thread.dispose(), this.#idleMs).unref();
  }

  #start(): void {
    const arena = Array.from({ length: this.#arenas }, (_, index) => index).find(
      (index) => !this.#seats.some((seat) => seat.arena === index),
    );
    const place = arena ?? 0;
    this.#seat(startEmbedder(this.#place, { weights: this.#weights, arena: place }), place);
  }

  #seat(worker: Worker, arena: number): void {
    const thread = new EmbedderThread(worker, () => {
      clearTimeout(seat.idleTimer);
      this.#seats.splice(this.#seats.indexOf(seat), 1);
      if (this.#seats.length === 0) this.#weights = null;
    });
    const seat: Seat = { thread, arena, state: 'starting' };
    this.#seats.push(seat);
    thread.ready
      .then((ready) => this.#started(seat, ready))
      .catch((thrown: unknown) => this.#startFailed(PalaceError.from(thrown, 'E_EMBEDDING')));
  }

  #started(seat: Seat, { stamp, weights, notice }: WorkerReady): void {
    if (this.#stamp && !sameStamp(this.#stamp, stamp)) {
      seat.thread.dispose();
      throw new PalaceError(
        'E_MODEL_ALTERED',
        errorText`The model in ${this.#place.modelFolder} was replaced while ${this.#stamp.model} is in use.`,
      );
    }
    this.#weights ??= weights;
    this.#notice = notice;
    this.#stamp = stamp;
    for (const waiter of this.#readyWaiters.splice(0)) waiter.resolve(stamp);
    this.#rest(seat);
    this.#dispatch();
  }

  /** If other workers are left, the pool continues with those. If there are none, all waiting texts fail. */
  #startFailed(error: PalaceError): void {
    if (this.#seats.length > 0) this.#limit = this.#seats.length;
    else this.#failAll(error);
  }

  #fail(call: EmbeddingCall, error: PalaceError): void {
    this.#queue.remove(call);
    call.fail(error);
  }

  #failAll(error: PalaceError): void {
    for (const waiter of this.#readyWaiters.splice(0)) waiter.reject(error);
    for (const call of this.#queue.drain()) call.fail(error);
  }
}

const disposedError = (): PalaceError => new PalaceError('E_CANCELLED', 'The embedder was closed.');

const sameStamp = (a: ModelStamp, b: ModelStamp): boolean =>
  a.model === b.model && a.dim === b.dim && a.sha256 === b.sha256 && a.engine === b.engine;
