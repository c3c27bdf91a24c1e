import { SerialQueue } from '../../../base/async/serialQueue.ts';
import type { MineProgress } from '../../contract/filing/mineProgress.ts';
import type { CallOptions } from '../../contract/palaceApi.ts';

/** Runs imports and exports one at a time, and reports their progress. */
export class PalaceWork {
  readonly #tell: (progress: MineProgress | null) => void;
  #progress: MineProgress | null = null;
  readonly #work = new SerialQueue();

  constructor(tell: (progress: MineProgress | null) => void) {
    this.#tell = tell;
  }

  /** Null when nothing is running. */
  get progress(): MineProgress | null {
    return this.#progress;
  }

  /** Runs the work alone: two at once would only slow both down. */
  readonly exclusively = <T>(work: () => Promise<T>): Promise<T> => this.#work.run(work);

  /** Reports to all clients and to the caller; null ends it. */
  readonly onProgress = (progress: MineProgress | null, listener?: CallOptions['onProgress']): void => {
    this.#progress = progress;
    this.#tell(progress);
    if (progress !== null) listener?.(progress);
  };

  /** Resolves when nothing is running. */
  settled(): Promise<void> {
    return this.#work.settled();
  }
}
