import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { EmbeddingPool } from '../../extension/palace/embedding/embeddingPool.ts';
import { loadWeights } from '../../extension/palace/embedding/engine/engineMemory.ts';
import { forwardPass } from '../../extension/palace/embedding/engine/forwardPass.ts';
import { usableKernels } from '../../extension/palace/embedding/engine/usableKernels.ts';
import { readModelFolder } from '../../extension/palace/embedding/modelFolder.ts';
import { loadOrtEncoder } from '../../extension/palace/embedding/ortEncoder.ts';
import { createTokeniser } from '../../extension/palace/embedding/tokenizer.ts';
import {
  ortEngine,
  ownEngine,
  type EngineChoice,
} from '../../extension/palace/model/embedding/embeddingEngine.ts';
import { mean } from './support/rankingMetrics.ts';
import type { Measurement } from './embeddingFigures.ts';

/** Texts of about so many tokens, always the same. */
const textsOf = (count: number, words: number): string[] => {
  const vocabulary =
    'the crane moved a crate to berth number seven while return await gateway token const function index of log file'.split(
      ' ',
    );
  let state = words;
  const next = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return vocabulary[(state >>> 16) % vocabulary.length] ?? 'log';
  };
  return Array.from({ length: count }, () => Array.from({ length: words }, next).join(' '));
};
export const drawerTexts = textsOf(12, 213);
export const queryTexts = textsOf(6, 6);
const lengths = textsOf(1, 250)[0] ?? '';

/** An engine with the model loaded. */
export interface Runner {
  readonly engine: string;
  readonly loadMs: number;
  readonly encode: (text: string) => Promise<Float32Array>;
}

const timed = async <T>(work: () => Promise<T> | T): Promise<{ readonly value: T; readonly ms: number }> => {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
};

/** Our own engine with each kernel that this Node can compile, the one that is used first, and onnxruntime-web last. */
export const runnersOf = async (root: string): Promise<Runner[]> => {
  const folder = path.join(root, 'media', 'models', 'all-MiniLM-L6-v2-int8');
  const own = await readModelFolder(folder, ownEngine);
  const tokenise = createTokeniser(own.tokenizer, own.description.max_tokens);
  const runners: Runner[] = [];
  for (const kind of usableKernels()) {
    const { value: pass, ms } = await timed(() => {
      const loaded = forwardPass(loadWeights(own.weights, kind, 1), 0);
      loaded(tokenise('Warm up.'));
      return loaded;
    });
    runners.push({ engine: kind, loadMs: ms, encode: (text) => Promise.resolve(pass(tokenise(text))) });
  }
  const { value: reference, ms } = await timed(async () => {
    const encoder = await loadOrtEncoder(await readModelFolder(folder), path.join(root, 'dist'));
    await encoder.encode('Warm up.', 'drawer');
    return encoder;
  });
  return [...runners, { engine: ortEngine, loadMs: ms, encode: (text) => reference.encode(text, 'drawer') }];
};

/** The fastest of several runs on each text, all engines in turns, so that all have the same luck. */
const fastest = async (
  runners: readonly Runner[],
  texts: readonly string[],
  rounds: number,
): Promise<ReadonlyMap<string, number>> => {
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1)
    for (const { engine, encode } of runners) {
      const { ms } = await timed(() => encode(texts[round % texts.length] ?? ''));
      best.set(engine, Math.min(ms, best.get(engine) ?? Infinity));
    }
  return best;
};

/** Drawers per second of a pool with a worker on every core, model loaded. */
const throughput = async (root: string, engine: EngineChoice): Promise<number> => {
  const pool = new EmbeddingPool({
    workerFile: path.join(root, 'dist', 'embedder.cjs'),
    modelFolder: path.join(root, 'media', 'models', 'all-MiniLM-L6-v2-int8'),
    ortFolder: path.join(root, 'dist'),
    workers: availableParallelism(),
    engine,
  });
  try {
    const texts = Array.from({ length: 8 }, () => drawerTexts).flat();
    // Until every worker has chosen its kernel (`fasterPass.ts`).
    await pool.embed([...texts, ...texts], 'drawer');
    const { ms } = await timed(() => pool.embed(texts, 'drawer'));
    return (texts.length * 1000) / ms;
  } finally {
    pool.dispose();
  }
};

/** Measures every engine that this Node can run. */
export const measureEngines = async (root: string, rounds: number): Promise<Measurement> => {
  const runners = await runnersOf(root);
  await fastest(runners, drawerTexts, 4);
  const perDrawer = await fastest(runners, drawerTexts, rounds);
  const perQuery = await fastest(runners, queryTexts, rounds * 5);
  const perSecond = new Map<string, number>();
  perSecond.set(runners[0]?.engine ?? '', await throughput(root, 'automatic'));
  perSecond.set(ortEngine, await throughput(root, ortEngine));
  const samples = [
    ...drawerTexts.slice(0, 4),
    ...queryTexts,
    ...[2, 7, 33, 100].map((words) => lengths.slice(0, words * 5)),
  ];
  const reference = runners.at(-1);
  const engines: Measurement['engines'] = [];
  for (const { engine, loadMs, encode } of runners) {
    const bits = createHash('sha256');
    const cosines: number[] = [];
    for (const text of samples) {
      const [vector, other] = [await encode(text), await reference?.encode(text)];
      bits.update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      cosines.push(vector.reduce((sum, x, i) => sum + x * (other?.[i] ?? 0), 0));
    }
    engines.push({
      engine,
      drawer_ms: perDrawer.get(engine) ?? NaN,
      query_ms: perQuery.get(engine) ?? NaN,
      load_ms: loadMs,
      drawers_per_second: perSecond.get(engine) ?? null,
      bits: bits.digest('hex'),
      cosine: mean(cosines),
    });
  }
  return { node: process.version, v8: process.versions.v8, engines };
};
