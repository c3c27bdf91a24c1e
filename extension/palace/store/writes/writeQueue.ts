import { setImmediate as nextTurn } from 'node:timers';
import type { PendingWrite } from './groupCommit.ts';

/** Writes that wait for their commit, which comes with the next turn of the event loop; later ones wait for the turn after it. */
export class WriteQueue {
  readonly #commit: () => void;
  readonly #millisecondsPerCommit: number;
  readonly #waiting: PendingWrite[] = [];
  #isScheduled = false;

  /**
   * `commit` takes at least one write from the queue, and never throws. A commit begins no further write once it has taken
   * `millisecondsPerCommit`, because other work needs the thread too.
   */
  constructor(commit: () => void, millisecondsPerCommit: number) {
    this.#commit = commit;
    this.#millisecondsPerCommit = millisecondsPerCommit;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(write: PendingWrite): void {
    this.#waiting.push(write);
    this.#schedule();
  }

  /** Gives the writes of one commit, each once the one before has run, and lists them in `taken`. */
  *take(taken: PendingWrite[]): Iterable<PendingWrite> {
    const end = performance.now() + this.#millisecondsPerCommit;
    for (
      let next = this.#waiting.shift();
      next !== undefined;
      next = performance.now() < end ? this.#waiting.shift() : undefined
    ) {
      taken.push(next);
      yield next;
    }
  }

  /** Empties the queue. */
  takeAll(): PendingWrite[] {
    return this.#waiting.splice(0);
  }

  #schedule(): void {
    if (this.#isScheduled || this.isEmpty) return;
    this.#isScheduled = true;
    nextTurn(() => {
      this.#isScheduled = false;
      this.#commit();
      this.#schedule();
    });
  }
}
