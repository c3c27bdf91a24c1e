import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { rerankerMessageSchema, type RerankRequest } from './rerankerMessages.ts';
import type { WorkerFolders } from './embedderMessages.ts';

/** Scores query and text together with a cross-encoder. */
export interface Reranker extends Disposable {
  /** Resolves once the model is loaded, which the first call starts. Rejects with the reason if it can't be. */
  ready(): Promise<void>;
  /** One score per text, greater for a better answer. A newer call ends an older one. Rejects with E_RERANKER, E_CANCELLED. */
  score(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}

interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: PalaceError) => void;
}

/** A cross-encoder in a worker thread of its own, which starts with the first call. `workerFile`: the bundled `rerankerWorker.ts`. */
export class WorkerReranker implements Reranker {
  readonly #workerFile: string;
  readonly #options: WorkerFolders;
  #worker: Worker | undefined;
  #ready: Promise<void> | undefined;
  #starting: Pending<void> | undefined;
  readonly #scoring = new Map<number, Pending<readonly number[]>>();
  #id = 0;

  constructor(workerFile: string, options: WorkerFolders) {
    this.#workerFile = workerFile;
    this.#options = options;
  }

  ready(): Promise<void> {
    if (this.#ready === undefined) {
      this.#ready = new Promise((resolve, reject) => (this.#starting = { resolve, reject }));
      this.#worker = this.#start();
    }
    return this.#ready;
  }

  async score(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]> {
    await this.ready();
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#scoring.delete(id);
        reject(new PalaceError('E_CANCELLED', 'Reranking was stopped.'));
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#scoring.set(id, { resolve, reject });
      const request: RerankRequest = { id, query, texts: [...texts] };
      this.#worker?.postMessage(request);
    });
  }

  dispose(): void {
    this.#end(new PalaceError('E_CANCELLED', 'The reranker was closed.'));
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, {
      workerData: this.#options,
      stdout: true,
      execArgv: [],
      name: 'palace-reranker',
    });
    // The process may use standard output for a protocol.
    worker.stdout.on('data', (chunk: Uint8Array) => process.stderr.write(chunk));
    worker.on('message', (message: unknown) => this.#receive(message));
    worker.on('error', (error) => this.#end(PalaceError.from(error, 'E_RERANKER')));
    worker.on('exit', (code) =>
      this.#end(new PalaceError('E_RERANKER', `The reranker's worker ended with exit code ${code}.`)),
    );
    worker.unref();
    return worker;
  }

  #receive(received: unknown): void {
    const parsed = rerankerMessageSchema.safeParse(received);
    if (!parsed.success) return this.#end(PalaceError.from(parsed.error, 'E_RERANKER'));
    const message = parsed.data;
    switch (message.type) {
      case 'ready':
        return this.#starting?.resolve();
      case 'unusable':
        return this.#end(new PalaceError(message.code, message.message));
      case 'scores':
        this.#scoring.get(message.id)?.resolve(message.scores);
        break;
      case 'failed':
        this.#scoring.get(message.id)?.reject(new PalaceError(message.code, message.message));
    }
    this.#scoring.delete(message.id);
  }

  #end(error: PalaceError): void {
    this.#starting?.reject(error);
    for (const { reject } of this.#scoring.values()) reject(error);
    this.#scoring.clear();
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate().catch(() => undefined);
  }
}
