import * as ort from 'onnxruntime-web';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { crossEncoderSchema, readCheckedModel } from './modelFolder.ts';
import { startSession } from './ortSession.ts';
import { createPairTokeniser } from './tokenizer.ts';

/** How well a text answers a query: greater is better, on the model's own scale. */
type CrossEncoder = (query: string, text: string) => Promise<number>;

/**
 * Loads a cross-encoder: any ONNX graph that takes `input_ids` (and `attention_mask` and `token_type_ids` if it has
 * them) and gives one number, or two, of which the second stands for relevant. Errors: E_MODEL_MISSING,
 * E_MODEL_ALTERED, E_RERANKER.
 */
export const loadCrossEncoder = async (modelFolder: string, ortFolder: string): Promise<CrossEncoder> => {
  const { description, weights, tokenizer } = await readCheckedModel(modelFolder, crossEncoderSchema);
  const tokenise = createPairTokeniser(tokenizer, description.max_tokens);
  const session = await startSession(weights, ortFolder);
  return async (query, text) => {
    const { ids, types } = tokenise(query, text);
    const row = (values: readonly number[]): ort.Tensor =>
      new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
    const inputs: Readonly<Record<string, readonly number[]>> = {
      input_ids: ids,
      attention_mask: ids.map(() => 1),
      token_type_ids: types,
    };
    const outputs = await session.run(
      Object.fromEntries(
        Object.entries(inputs).flatMap(([name, values]) =>
          session.inputNames.includes(name) ? [[name, row(values)]] : [],
        ),
      ),
    );
    return scoreOf(outputs[session.outputNames[0] ?? '']?.data, description.name);
  };
};

const scoreOf = (data: unknown, name: string): number => {
  const [first, second, ...rest] = data instanceof Float32Array ? data : [];
  const score = first === undefined || rest.length > 0 ? NaN : second === undefined ? first : second - first;
  if (!Number.isFinite(score))
    throw new PalaceError('E_RERANKER', errorText`The reranker ${name} did not give one or two numbers per text.`);
  return score;
};
