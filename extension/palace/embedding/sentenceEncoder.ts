import type { ModelStamp } from './embedder.ts';

/** Turns one text into one L2-normalised vector, on the calling thread. It lives as long as that thread. */
export interface SentenceEncoder {
  readonly stamp: ModelStamp;
  /** The result has the model's `dim` components. Errors: E_EMBEDDING if the model's output has another size. */
  encode(text: string, kind: 'query' | 'drawer'): Promise<Float32Array>;
}
