/**
 * Typed arrays of one task, in buffers that the next task takes over. A new array holds whatever was left in its buffer:
 * fill it, or write every element before it is read.
 */
export class ScratchArrays {
  /** The task's first array is in the first buffer, and so on: tasks that ask in the same order find the sizes they need. */
  readonly #buffers: ArrayBuffer[] = [];
  #taken = 0;

  float64(length: number): Float64Array {
    return new Float64Array(this.#take(length * Float64Array.BYTES_PER_ELEMENT), 0, length);
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.#take(length * Int32Array.BYTES_PER_ELEMENT), 0, length);
  }

  uint32(length: number): Uint32Array {
    return new Uint32Array(this.#take(length * Uint32Array.BYTES_PER_ELEMENT), 0, length);
  }

  uint8(length: number): Uint8Array {
    return new Uint8Array(this.#take(length), 0, length);
  }

  /** Takes back what was handed out: it must not be read any more. */
  takeBack(): void {
    this.#taken = 0;
  }

  #take(bytes: number): ArrayBuffer {
    const known = this.#buffers[this.#taken];
    const buffer =
      known === undefined || known.byteLength < bytes ? new ArrayBuffer(Math.ceil(bytes * 1.25)) : known;
    this.#buffers[this.#taken] = buffer;
    this.#taken += 1;
    return buffer;
  }
}

/**
 * Lends arrays to tasks. Memory outside JavaScript's heap that is taken anew for each task makes V8 collect garbage all the
 * time; so it is kept, for one task at a time. Tasks that overlap get arrays of their own.
 */
export class ScratchPool {
  #idle: ScratchArrays | null = null;

  /** Nothing that `task` returns may hold one of the arrays. */
  async lend<Result>(task: (arrays: ScratchArrays) => Promise<Result>): Promise<Result> {
    const arrays = this.#idle ?? new ScratchArrays();
    this.#idle = null;
    try {
      return await task(arrays);
    } finally {
      arrays.takeBack();
      this.#idle = arrays;
    }
  }
}
