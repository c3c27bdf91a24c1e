import * as ort from 'onnxruntime-web';
import { PalaceError } from '../model/palaceError.ts';
import type { Disposable } from '../model/disposable.ts';
import type { ModelStamp } from './embedder.ts';
import type { CheckedModel } from './modelFolder.ts';
import { clsPooling, l2Normalised, meanPooling } from './pooling.ts';
import { createTokeniser } from './tokenizer.ts';
import type { Tokenise } from './tokenizer.ts';

/** Where onnxruntime-web's two files lie, as `file:` URLs. */
export interface OrtFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/**
 * One text in, one L2-normalised vector out, on the calling thread. Each text is a batch of its own: int8 activations
 * are scaled by the whole batch, so in company a text's vector would depend on its neighbours.
 */
export class SentenceEncoder implements Disposable {
  readonly stamp: ModelStamp;
  readonly #model: CheckedModel['description'];
  readonly #session: ort.InferenceSession;
  readonly #tokenise: Tokenise;

  private constructor(model: CheckedModel['description'], session: ort.InferenceSession, tokenise: Tokenise) {
    this.#model = model;
    this.#session = session;
    this.#tokenise = tokenise;
    this.stamp = { model: model.name, dim: model.dim, sha256: model.files['model.onnx'], engine: 'onnxruntime-web' };
  }

  /** Takes about a second. Errors: E_EMBEDDING when the engine does not start or can't run this model. */
  static async load(model: CheckedModel, files: OrtFiles): Promise<SentenceEncoder> {
    try {
      ort.env.logLevel = 'error';
      ort.env.wasm.numThreads = 1;
      ort.env.wasm.wasmPaths = { mjs: files.mjs, wasm: files.wasm };
      const session = await ort.InferenceSession.create(model.weights, { executionProviders: ['wasm'] });
      return new SentenceEncoder(model.description, session, createTokeniser(model.tokenizer, model.description.max_tokens));
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw new PalaceError('E_EMBEDDING', `The model ${model.description.name} could not be loaded: ${reason}`, { cause: thrown });
    }
  }

  /** Length of the result: the model's `dim`. Errors: E_EMBEDDING when the model gives something else than vectors of it. */
  async encode(text: string, kind: 'query' | 'drawer'): Promise<Float32Array> {
    const { dim, name, pooling, query_prefix: prefix } = this.#model;
    const ids = this.#tokenise(kind === 'query' ? prefix + text : text);
    const row = (values: BigInt64Array): ort.Tensor => new ort.Tensor('int64', values, [1, ids.length]);
    const inputs: Readonly<Record<string, ort.Tensor>> = {
      input_ids: row(BigInt64Array.from(ids, BigInt)),
      attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: row(new BigInt64Array(ids.length)),
    };
    const outputs = await this.#session.run(inputs);
    const hidden = outputs[this.#session.outputNames[0] ?? '']?.data;
    if (!(hidden instanceof Float32Array) || hidden.length !== ids.length * dim)
      throw new PalaceError('E_EMBEDDING', `The model ${name} did not give ${dim} numbers a token.`);
    return l2Normalised(pooling === 'mean' ? meanPooling(hidden, dim) : clsPooling(hidden, dim));
  }

  dispose(): void {
    void this.#session.release();
  }
}
