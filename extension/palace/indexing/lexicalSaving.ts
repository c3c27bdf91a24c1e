import { existsSync } from 'node:fs';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import { writeIndexFile } from '../lexical/indexFile.ts';

interface LexicalSavingParts {
  readonly file: string;
  /** False while the store is damaged: then nothing is saved. */
  readonly maySave: () => boolean;
  readonly serialise: () => Uint8Array[];
}

/** Saves the lexical index where its file holds another state of it. */
export class LexicalSaving {
  readonly #parts: LexicalSavingParts;
  /** Whether the file holds the index as it is. */
  #isSaved = false;
  readonly #saves = new SerialQueue();
  /** The save that has not begun yet. It will include everything committed before it begins. */
  #waiting: Promise<void> | undefined;

  constructor(parts: LexicalSavingParts) {
    this.#parts = parts;
  }

  /** The index was read from its file, and nothing in it is outdated. */
  restored(): void {
    this.#isSaved = true;
  }

  changed(): void {
    this.#isSaved = false;
  }

  /** Saves run one after the other, because they write the same file. */
  save(): Promise<void> {
    this.#waiting ??= this.#saves.run(() => {
      this.#waiting = undefined;
      return this.#save();
    });
    return this.#waiting;
  }

  /** Runs something while no save writes its files. Saves that are asked for meanwhile wait. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#saves.run(work);
  }

  async #save(): Promise<void> {
    const { file, maySave, serialise } = this.#parts;
    // An erasure removes the file.
    if ((this.#isSaved && existsSync(file)) || !maySave()) return;
    const chunks = serialise();
    // Documents indexed while the file is being written belong to the next save.
    this.#isSaved = true;
    try {
      await writeIndexFile(file, chunks);
    } catch (thrown) {
      this.#isSaved = false;
      throw thrown;
    }
  }
}
