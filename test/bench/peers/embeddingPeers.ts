import path from 'node:path';
import { readModelFolder } from '../../../extension/palace/embedding/modelFolder.ts';
import { createTokeniser } from '../../../extension/palace/embedding/tokenizer.ts';
import { drawerTexts, queryTexts, runnersOf, type Runner } from '../embeddingMeasurement.ts';
import { built, own, timed, type Figures, type Peer } from './peerFigures.ts';
import { loadPeer } from './peerPackages.ts';

interface OnnxRuntime {
  readonly Tensor: new (type: 'int64', values: BigInt64Array, shape: readonly number[]) => object;
  readonly InferenceSession: {
    readonly create: (
      weights: Uint8Array,
      options: { readonly intraOpNumThreads: number; readonly interOpNumThreads: number },
    ) => Promise<{ readonly run: (inputs: Readonly<Record<string, object>>) => Promise<unknown> }>;
  };
}

type Encode = (text: string) => Promise<unknown>;

/** Native onnxruntime on the model's own file: tokens to hidden states, which the others pool, too. */
const native = async (): Promise<Encode> => {
  const { Tensor, InferenceSession } = loadPeer<OnnxRuntime>('onnxruntime-node');
  const { weights, tokenizer, description } = await readModelFolder(
    path.resolve('media/models/all-MiniLM-L6-v2-int8'),
  );
  const tokenise = createTokeniser(tokenizer, description.max_tokens);
  const session = await InferenceSession.create(weights, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return (text) => {
    const ids = tokenise(text);
    const row = (values: BigInt64Array): object => new Tensor('int64', values, [1, ids.length]);
    return session.run({
      input_ids: row(BigInt64Array.from(ids, BigInt)),
      attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: row(new BigInt64Array(ids.length)),
    });
  };
};

const runner = async (choose: (runners: readonly Runner[]) => Runner | undefined): Promise<Encode> => {
  const chosen = choose(await runnersOf(path.resolve()));
  if (chosen === undefined) throw new Error('This Node can run no engine.');
  return chosen.encode;
};

/** Embedding alone: a drawer of about 215 tokens and a query of 8, one at a time, on one thread. */
export const embeddingPeers = (): readonly Peer[] => {
  const measured = (load: () => Promise<Encode>) => async (): Promise<Figures> => {
    const { value: encode, figures } = await built(load);
    const drawers = await timed([...drawerTexts, ...drawerTexts], encode, 4);
    const queries = await timed(Array.from({ length: 10 }, () => queryTexts).flat(), encode);
    return {
      'drawer, p50 ms': drawers['p50 ms'] ?? NaN,
      'query, p50 ms': queries['p50 ms'] ?? NaN,
      'memory MiB': figures['memory MiB'] ?? NaN,
    };
  };
  return [
    { name: own, measure: measured(() => runner((runners) => runners[0])) },
    { name: 'onnxruntime-web', measure: measured(() => runner((runners) => runners.at(-1))) },
    { name: 'onnxruntime-node', needs: 'onnxruntime-node', measure: measured(native) },
  ];
};
