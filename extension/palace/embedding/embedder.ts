import type { Disposable } from '../model/disposable.ts';

/** What makes two vectors comparable: all four must be equal. */
export interface ModelStamp {
  /** E.g. `all-MiniLM-L6-v2-int8`. */
  readonly model: string;
  readonly dim: number;
  /** Hex SHA-256 of the weights' file. */
  readonly sha256: string;
  /** Engine that computed the vectors, e.g. `onnxruntime-web`. */
  readonly engine: string;
}

/** Turns texts into L2-normalised vectors. The same text always gives the same vector, bit for bit. */
export interface Embedder extends Disposable {
  /** Resolves once the model is loaded and checked; rejects with E_MODEL_MISSING or E_MODEL_ALTERED. */
  ready(): Promise<ModelStamp>;
  /**
   * Embeds each text by itself (at most 256 tokens, the rest is cut). `query` requests go ahead of every waiting
   * `drawer` request. Result: one `Float32Array` of length `dim` a text, in order.
   */
  embed(texts: readonly string[], kind: 'query' | 'drawer', signal?: AbortSignal): Promise<Float32Array[]>;
}
