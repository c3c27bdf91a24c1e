import { SerialQueue } from '../../base/serialQueue.ts';
import type { MineProgress } from '../contract/mineProgress.ts';
import type { CallOptions } from '../contract/palaceApi.ts';

/** What takes drawers in or gives them out, one piece of work at a time, and what it tells of its progress. */
export class PalaceWork {
  readonly #tell: (progress: MineProgress | null) => void;
  #progress: MineProgress | null = null;
  readonly #work = new SerialQueue();

  constructor(tell: (progress: MineProgress | null) => void) {
    this.#tell = tell;
  }

  /** Null when nothing is under way. */
  get progress(): MineProgress | null {
    return this.#progress;
  }

  /** Runs alone: two at once would only make both slower. */
  readonly exclusively = <T>(work: () => Promise<T>): Promise<T> => this.#work.run(work);

  /** Tells everybody and the one who asked; null ends it. */
  readonly onProgress = (progress: MineProgress | null, listener?: CallOptions['onProgress']): void => {
    this.#progress = progress;
    this.#tell(progress);
    if (progress !== null) listener?.(progress);
  };

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#work.settled();
  }
}
