import type { PalaceError } from '../model/errors/palaceError.ts';

/** An `embed` call under way. It resolves with all vectors or rejects with the first error. */
export class EmbeddingCall {
  readonly promise: Promise<Float32Array[]>;
  /** Number of texts in the call. */
  readonly size: number;
  #settled = false;
  readonly #vectors = new Map<number, Float32Array>();
  #resolve: (vectors: Float32Array[]) => void = () => undefined;
  #reject: (error: PalaceError) => void = () => undefined;

  constructor(size: number) {
    this.size = size;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Stores the vector of one text; the last one resolves the call. */
  complete(index: number, vector: Float32Array): void {
    this.#vectors.set(index, vector);
    if (this.#vectors.size < this.size) return;
    this.#settled = true;
    this.#resolve([...this.#vectors].sort(([a], [b]) => a - b).map(([, found]) => found));
  }

  fail(error: PalaceError): void {
    this.#settled = true;
    this.#reject(error);
  }
}
