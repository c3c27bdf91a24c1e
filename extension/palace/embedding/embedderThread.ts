import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/text/messageOf.ts';
import type { Disposable } from '../../base/disposable.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import {
  workerMessageSchema,
  type EmbedRequest,
  type WorkerMessage,
  type WorkerReady,
} from './embedderMessages.ts';

interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: PalaceError) => void;
}

/** One embedding worker thread. It embeds one text at a time. */
export class EmbedderThread implements Disposable {
  /** Resolves when the model is loaded and checked; rejects with the reason if it can't be. */
  readonly ready: Promise<WorkerReady>;
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #starting: Pending<WorkerReady> | undefined;
  #embedding: Pending<Float32Array> | undefined;
  #ended: PalaceError | undefined;

  /** `worker` was just started by `startEmbedder`. `onEnd` is called once, however it ends. */
  constructor(worker: Worker, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.ready = new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
    });
    // If the worker is stopped early, nobody may be awaiting `ready`; its rejection must not count as unhandled.
    this.ready.catch(() => undefined);
    this.#worker = worker;
    this.#worker.stdout.on('data', (chunk: Uint8Array) => process.stderr.write(chunk));
    this.#worker.on('message', (message: unknown) => this.#receive(message));
    this.#worker.on('messageerror', (error) => this.#end(error));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`it ended with exit code ${code}`)));
  }

  /**
   * Resolves with the text's vector. Rejects with E_EMBEDDING if the worker ends first; it can't be used any more
   * then.
   */
  embed(request: EmbedRequest): Promise<Float32Array> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#embedding = { resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  dispose(): void {
    this.#end(new Error('it was stopped'));
  }

  #receive(received: unknown): void {
    const parsed = workerMessageSchema.safeParse(received);
    if (!parsed.success) return this.#end(parsed.error);
    const message: WorkerMessage = parsed.data;
    switch (message.type) {
      case 'ready':
        this.#starting?.resolve(message);
        this.#starting = undefined;
        break;
      case 'unusable':
        this.#end(new PalaceError(message.code, message.message));
        break;
      case 'vector':
        this.#embedding?.resolve(message.vector);
        this.#embedding = undefined;
        break;
    }
  }

  #end(cause: unknown): void {
    if (this.#ended) return;
    const reason = messageOf(cause);
    this.#ended =
      cause instanceof PalaceError
        ? cause
        : new PalaceError('E_EMBEDDING', errorText`An embedding worker failed: ${reason}`, { cause });
    this.#starting?.reject(this.#ended);
    this.#embedding?.reject(this.#ended);
    // A rejection would only mean that the worker is already gone.
    this.#worker.terminate().catch(() => undefined);
    this.#onEnd();
  }
}
