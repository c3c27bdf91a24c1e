import type { Disposable } from '../../base/disposable.ts';
import { messageOf } from '../../base/text/messageOf.ts';
import type { PalaceIndexes } from './palaceIndexes.ts';

/** Milliseconds from the last new vector to the save of the lexical index, which rewrites the complete file. */
const quietMs = 2_000;

interface IndexSaverParts {
  readonly indexes: PalaceIndexes;
  /** A save follows, as a call that somebody waits for. */
  readonly onTurn: () => void;
  readonly onProblem: (message: string) => void;
}

/** Saves the indexes after a while, once for many changes, or at once. A save that fails is logged, and the next tries again. */
export class IndexSaver implements Disposable {
  readonly #parts: IndexSaverParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: IndexSaverParts) {
    this.#parts = parts;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.save();
    }, quietMs).unref();
  }

  async save(): Promise<void> {
    const { indexes, onTurn, onProblem } = this.#parts;
    try {
      onTurn();
      await indexes.save();
    } catch (error) {
      onProblem(`The lexical index could not be saved: ${messageOf(error)}`);
    }
  }

  /** Gives up a save that is due, but none that has begun. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
