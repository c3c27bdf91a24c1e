import path from 'node:path';
import { readModelFolder } from '../../../extension/palace/embedding/modelFolder.ts';
import { createTokeniser } from '../../../extension/palace/embedding/tokenizer.ts';
import { drawerTexts, queryTexts, runnersOf, type Runner } from '../embeddingMeasurement.ts';
import { ortEngine } from '../../../extension/palace/model/embedding/embeddingEngine.ts';
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

/** The one that takes least for a dozen drawers, as a worker finds it out. */
const fastest = async (runners: readonly Runner[]): Promise<Encode> => {
  const tried: { readonly encode: Encode; readonly ms: number }[] = [];
  for (const { encode } of runners) {
    await timed(drawerTexts, encode);
    tried.push({ encode, ms: (await timed(drawerTexts, encode))['p50 ms'] ?? Infinity });
  }
  const least = tried.toSorted((a, b) => a.ms - b.ms)[0];
  if (least === undefined) throw new Error('This Node can run no engine.');
  return least.encode;
};

const runner = async (isOwn: boolean): Promise<Encode> =>
  fastest((await runnersOf(path.resolve())).filter(({ engine }) => (engine !== ortEngine) === isOwn));

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
    { name: own, measure: measured(() => runner(true)) },
    { name: 'onnxruntime-web', measure: measured(() => runner(false)) },
    { name: 'onnxruntime-node', needs: 'onnxruntime-node', measure: measured(native) },
  ];
};
