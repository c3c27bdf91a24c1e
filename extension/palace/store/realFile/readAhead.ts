import type { FileSystem } from './fileSystem.ts';

/** A table's pages lie side by side in the file, and a system call costs as much for one as for many. */
const aheadBytes = 128 * 1024;

/**
 * Reads ahead when a file is read piece by piece in order. What was read ahead is never older than the last {@link
 * forget}, to be called before each statement and each write.
 */
export class ReadAhead {
  readonly #fileSystem: Pick<FileSystem, 'read'>;
  #bytes: Uint8Array | undefined;
  #handle = -1;
  #from = 0;
  #length = 0;
  /** Where the next piece begins if the file is read in order. */
  #nextHandle = -1;
  #next = -1;

  constructor(fileSystem: Pick<FileSystem, 'read'>) {
    this.#fileSystem = fileSystem;
  }

  forget(): void {
    this.#length = 0;
  }

  /**
   * Copies the bytes if they are at hand, or can be read together with the bytes after them. False: read them on
   * their own.
   */
  read(handle: number, into: Uint8Array, offset: number, length: number, position: number): boolean {
    const isNext = handle === this.#nextHandle && position === this.#next;
    this.#nextHandle = handle;
    this.#next = position + length;
    if (!this.#holds(handle, length, position)) {
      if (!isNext) return false;
      this.#fill(handle, position);
      if (!this.#holds(handle, length, position)) return false;
    }
    const at = position - this.#from;
    if (this.#bytes !== undefined) into.set(this.#bytes.subarray(at, at + length), offset);
    return true;
  }

  #holds(handle: number, length: number, position: number): boolean {
    return handle === this.#handle && position >= this.#from && position + length <= this.#from + this.#length;
  }

  #fill(handle: number, position: number): void {
    this.#bytes ??= new Uint8Array(aheadBytes);
    this.#handle = handle;
    this.#from = position;
    this.#length = 0;
    try {
      this.#length = this.#fileSystem.read(handle, this.#bytes, 0, aheadBytes, position);
    } catch {
      // Perhaps the unreadable bytes are among those that nobody asked for.
    }
  }
}
