import * as ort from 'onnxruntime-web';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { ModelStamp } from './embedder.ts';
import type { CheckedModel } from './modelFolder.ts';
import { clsPooling, l2Normalised, meanPooling } from './pooling.ts';
import { createTokeniser } from './tokenizer.ts';

/** Where onnxruntime-web's two files lie, as `file:` URLs. */
export interface OrtFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** One text in, one L2-normalised vector out, on the calling thread, which ends with it. */
export interface SentenceEncoder {
  readonly stamp: ModelStamp;
  /** Length of the result: the model's `dim`. Errors: E_EMBEDDING when the model gives something else than vectors of it. */
  encode(text: string, kind: 'query' | 'drawer'): Promise<Float32Array>;
}

/** Takes about a second. Errors: E_EMBEDDING when the engine does not start or can't run this model. */
export const loadSentenceEncoder = async (
  { description, weights, tokenizer }: CheckedModel,
  files: OrtFiles,
): Promise<SentenceEncoder> => {
  const { dim, name, pooling, query_prefix: queryPrefix } = description;
  try {
    const tokenise = createTokeniser(tokenizer, description.max_tokens);
    ort.env.logLevel = 'error';
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmPaths = { mjs: files.mjs, wasm: files.wasm };
    const session = await ort.InferenceSession.create(weights, { executionProviders: ['wasm'] });
    return {
      stamp: { model: name, dim, sha256: description.files['model.onnx'], engine: 'onnxruntime-web' },
      async encode(text, kind) {
        const ids = tokenise(kind === 'query' ? queryPrefix + text : text);
        const hidden = await lastHiddenState(session, ids);
        if (hidden?.length !== ids.length * dim)
          throw new PalaceError('E_EMBEDDING', errorText`The model ${name} did not give ${dim} numbers a token.`);
        return l2Normalised(pooling === 'mean' ? meanPooling(hidden, dim) : clsPooling(hidden, dim));
      },
    };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new PalaceError('E_EMBEDDING', errorText`The model ${name} could not be loaded: ${reason}`, {
      cause: thrown,
    });
  }
};

/**
 * The model's first output for one text, a vector a token. A text is always a batch of its own: int8 activations are
 * scaled over the whole batch, so in company its vector would depend on its neighbours.
 */
const lastHiddenState = async (
  session: ort.InferenceSession,
  ids: readonly number[],
): Promise<Float32Array | undefined> => {
  const row = (values: BigInt64Array): ort.Tensor => new ort.Tensor('int64', values, [1, ids.length]);
  const outputs = await session.run({
    input_ids: row(BigInt64Array.from(ids, BigInt)),
    attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: row(new BigInt64Array(ids.length)),
  });
  const data = outputs[session.outputNames[0] ?? '']?.data;
  return data instanceof Float32Array ? data : undefined;
};
