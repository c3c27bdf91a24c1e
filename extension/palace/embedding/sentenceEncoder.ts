import * as ort from 'onnxruntime-web';
import { startSession, type OrtFiles } from './ortSession.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { ModelStamp } from './embedder.ts';
import { modelStampOf, type CheckedModel } from './modelFolder.ts';
import { clsPooling, l2Normalised, meanPooling } from './pooling.ts';
import { createTokeniser } from './tokenizer.ts';

/** Turns one text into one L2-normalised vector, on the calling thread. It lives as long as that thread. */
export interface SentenceEncoder {
  readonly stamp: ModelStamp;
  /** The result has the model's `dim` components. Errors: E_EMBEDDING if the model's output has another size. */
  encode(text: string, kind: 'query' | 'drawer'): Promise<Float32Array>;
}

/**
 * Loads the model, which takes about a second. Errors: E_EMBEDDING if the engine does not start or can't run this
 * model.
 */
export const loadSentenceEncoder = async (
  { description, weights, tokenizer }: CheckedModel,
  files: OrtFiles,
): Promise<SentenceEncoder> => {
  const { dim, name, pooling, query_prefix: queryPrefix } = description;
  try {
    const tokenise = createTokeniser(tokenizer, description.max_tokens);
    const session = await startSession(weights, files);
    return {
      stamp: modelStampOf(description),
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
 * The model's first output for one text: one vector per token. Each text is a batch of its own. Int8 activations
 * are scaled across the batch, so in a shared batch a text's vector would depend on the other texts.
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
