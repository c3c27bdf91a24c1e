import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../../base/disposable.ts';
import { RecentlyUsed } from '../../../base/recentlyUsed.ts';
import { SerialQueue } from '../../../base/async/serialQueue.ts';
import type { DocumentKind } from '../../model/source/documentKinds.ts';
import { documentNewsSchema, type DocumentNews, type DocumentRequest } from './documentMessages.ts';
import type { DocumentProblem, ExtractedText } from './extractedText.ts';

type DocumentReading =
  ({ readonly ok: true } & ExtractedText) | { readonly ok: false; readonly problem: DocumentProblem };

/** Extracts the text of documents. */
export interface DocumentReader {
  /** The call may consume `bytes`. Never rejects, whatever they are. */
  read(kind: DocumentKind, bytes: Uint8Array): Promise<DocumentReading>;
}

export interface DocumentLimits {
  /** Milliseconds to wait for the next page or chapter. */
  readonly patienceMs: number;
  /** Bytes by which this process may grow while a document is read. */
  readonly growth: number;
}

const usualLimits: DocumentLimits = { patienceMs: 30_000, growth: 1 << 30 };
/** MiB of the worker's objects. Its buffers come on top; `growth` limits those. */
const mostHeapMib = 768;
const lookEveryMs = 100;
/** The worker ends, and frees its memory, after this long without a document. */
const idleMs = 5_000;
/** Documents that could not be read, by the hash of their bytes, so that mining does not try them again. */
const mostFailures = 2_000;

/**
 * Reads documents in a worker thread, one after the other. The thread starts with the first document and ends when
 * no more come. A document that takes too much time or memory ends the worker and is `too_complex`; the next one
 * gets a new worker. `workerFile`: the bundled `documentsWorker.ts`.
 */
export class WorkerDocumentReader implements DocumentReader, Disposable {
  readonly #workerFile: string;
  readonly #limits: DocumentLimits;
  readonly #queue = new SerialQueue();
  readonly #failures = new RecentlyUsed<string, DocumentProblem>(mostFailures);
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(workerFile: string, limits: Partial<DocumentLimits> = {}) {
    this.#workerFile = workerFile;
    this.#limits = { ...usualLimits, ...limits };
  }

  async read(kind: DocumentKind, bytes: Uint8Array): Promise<DocumentReading> {
    const key = `${kind} ${createHash('sha256').update(bytes).digest('base64')}`;
    const failed = this.#failures.get(key);
    if (failed !== undefined) return { ok: false, problem: failed };
    const reading = await this.#queue.run(() => this.#readNow({ kind, bytes }));
    if (!reading.ok) this.#failures.set(key, reading.problem);
    return reading;
  }

  dispose(): void {
    this.#stop();
  }

  async #readNow(request: DocumentRequest): Promise<DocumentReading> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const reading = await readingOf(worker, request, this.#limits);
    if (reading === 'ended') {
      this.#stop();
      return { ok: false, problem: 'too_complex' };
    }
    this.#idle = setTimeout(() => this.#stop(), idleMs).unref();
    return reading;
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile, {
      // Its libraries' output is of no use, and the process may use its standard output for a protocol.
      stdout: true,
      stderr: true,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMib },
      name: 'palace-documents',
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // A call that waits for the worker is told that it ended; between two documents none waits.
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    worker.unref();
    return worker;
  }

  #stop(): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate().catch(() => undefined);
  }
}

/** One document's reading; `ended` if it killed the worker, or if the worker has to be ended. */
const readingOf = (
  worker: Worker,
  request: DocumentRequest,
  { patienceMs, growth }: DocumentLimits,
): Promise<DocumentReading | 'ended'> =>
  new Promise((resolve) => {
    const atFirst = process.memoryUsage.rss();
    // Counted, not measured, so that the time in which the machine slept does not count.
    let looks = 0;
    const end = (reading: DocumentReading | 'ended'): void => {
      clearInterval(watch);
      worker.off('message', hear).off('error', fail).off('exit', fail);
      resolve(reading);
    };
    const fail = (): void => end('ended');
    const hear = (message: unknown): void => {
      looks = 0;
      const news = documentNewsSchema.safeParse(message);
      const reading = news.success ? readingFrom(news.data) : 'ended';
      if (reading !== null) end(reading);
    };
    const watch = setInterval(() => {
      looks++;
      if (looks * lookEveryMs > patienceMs || process.memoryUsage.rss() - atFirst > growth) fail();
    }, lookEveryMs);
    worker.on('message', hear).once('error', fail).once('exit', fail);
    worker.postMessage(request);
  });

const readingFrom = (news: DocumentNews): DocumentReading | null => {
  switch (news.type) {
    case 'step':
      return null;
    case 'text':
      return { ok: true, text: news.text, starts: news.starts };
    case 'problem':
      return { ok: false, problem: news.problem };
  }
};
