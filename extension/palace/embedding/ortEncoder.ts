import * as ort from 'onnxruntime-web';
import { messageOf } from '../../base/text/messageOf.ts';
import { startSession } from './ortSession.ts';
import { ortEngine } from '../model/embedding/embeddingEngine.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { modelStampOf, type CheckedModel } from './modelFolder.ts';
import type { SentenceEncoder } from './sentenceEncoder.ts';
import { clsPooling, l2Normalised, meanPooling } from './pooling.ts';
import { createTokeniser } from './tokenizer.ts';

/**
 * Loads the model into onnxruntime-web, whose files are in `ortFolder`; that takes about a second. Errors: E_EMBEDDING if the engine
 * does not start or can't run this model.
 */
export const loadOrtEncoder = async (
  { description, weights, tokenizer }: CheckedModel,
  ortFolder: string,
): Promise<SentenceEncoder> => {
  const { dim, name, pooling, query_prefix: queryPrefix } = description;
  try {
    const tokenise = createTokeniser(tokenizer, description.max_tokens);
    const session = await startSession(weights, ortFolder);
    return {
      stamp: modelStampOf(description, ortEngine),
      async encode(text, kind) {
        const ids = tokenise(kind === 'query' ? queryPrefix + text : text);
        const hidden = await lastHiddenState(session, ids);
        if (hidden?.length !== ids.length * dim)
          throw new PalaceError(
            'E_EMBEDDING',
            errorText`The model ${name} did not give ${dim} numbers per token.`,
          );
        return l2Normalised(pooling === 'mean' ? meanPooling(hidden, dim) : clsPooling(hidden, dim));
      },
    };
  } catch (thrown) {
    const reason = messageOf(thrown);
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
