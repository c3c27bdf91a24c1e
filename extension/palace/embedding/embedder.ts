import type { Disposable } from '../../base/disposable.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';

export type { ModelStamp };

/** Turns texts into L2-normalised vectors. The same text always gives the same vector, bit for bit. */
export interface Embedder extends Disposable {
  /** Resolves once the model is loaded and checked; rejects with E_MODEL_MISSING or E_MODEL_ALTERED. */
  ready(): Promise<ModelStamp>;
  /**
   * The model that the checked files describe, without starting it: for a status that must not wait. Rejects like
   * `ready`.
   */
  describe(): Promise<ModelStamp>;
  /** What a person should know about the model that is loaded, such as that another engine had to take over; null: nothing. */
  readonly notice: string | null;
  /**
   * Embeds each text separately (at most 256 tokens, the rest is cut). `query` requests go ahead of every waiting
   * `drawer` request. Result: one `Float32Array` of length `dim` per text, in order.
   */
  embed(texts: readonly string[], kind: 'query' | 'drawer', signal?: AbortSignal): Promise<Float32Array[]>;
}
