import { Worker } from 'node:worker_threads';
import type { Disposable } from '../../base/disposable.ts';
import { blockRows } from './scanEngine.ts';
import { nextBlock, phase, word, words, type ScanPlace, type SharedScan } from './sharedScan.ts';

/** Milliseconds for one block, which takes a fraction of one: the thread is gone if it has not ended by then. */
const patience = 1000;

/**
 * A second thread that takes blocks of a scan. It sleeps between scans. The scan never waits for it to wake up: what the
 * thread has not taken, its caller scans itself.
 */
export class ScanThread implements Disposable {
  /** How many rows it can scan. */
  readonly capacity: number;
  readonly #shared: SharedScan;
  readonly #worker: Worker;
  #isGone = false;

  /** `workerFile`: the bundle of `scanWorker.ts`. */
  constructor(workerFile: string, memory: WebAssembly.Memory, place: ScanPlace, capacity: number) {
    this.capacity = capacity;
    const numbers = (length: number): Int32Array =>
      new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
    this.#shared = {
      ...place,
      memory,
      control: numbers(words),
      sums: numbers(capacity),
      taken: numbers(Math.ceil(capacity / blockRows)),
    };
    this.#worker = new Worker(workerFile, { workerData: this.#shared, execArgv: [], name: 'palace-scan' });
    this.#worker.unref();
    this.#worker.on('error', () => (this.#isGone = true));
    this.#worker.on('exit', () => (this.#isGone = true));
  }

  /** Whether it has ended, or does not answer any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Opens a scan of that many rows, at most {@link capacity}. The query is in its place. */
  begin(rows: number): void {
    const { control } = this.#shared;
    Atomics.store(control, word.next, 0);
    Atomics.store(control, word.rows, rows);
    Atomics.store(control, word.taken, 0);
    Atomics.store(control, word.phase, phase.open);
    Atomics.add(control, word.wake, 1);
    Atomics.notify(control, word.wake);
  }

  /** The caller's next block; past the last one if there is none left. */
  next(): number {
    return nextBlock(this.#shared);
  }

  /**
   * Closes the scan, after the caller's last block. The blocks that the thread has scanned, and the sums by row; null if it
   * has ended in the middle of one, so that the whole is to be scanned again.
   */
  end(): { readonly blocks: Int32Array; readonly sums: Int32Array } | null {
    const { control, sums, taken } = this.#shared;
    if (Atomics.compareExchange(control, word.phase, phase.open, phase.closed) !== phase.open)
      while (Atomics.load(control, word.phase) !== phase.closed)
        if (Atomics.wait(control, word.phase, phase.joined, patience) === 'timed-out') {
          this.dispose();
          return null;
        }
    return { blocks: taken.subarray(0, Atomics.load(control, word.taken)), sums };
  }

  dispose(): void {
    this.#isGone = true;
    void this.#worker.terminate();
  }
}
