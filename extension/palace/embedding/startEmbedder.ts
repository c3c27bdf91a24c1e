import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EngineChoice } from '../model/embedding/embeddingEngine.ts';
import type { WorkerOptions } from './embedderMessages.ts';

/** Where the embedding workers are, and what they load. */
export interface EmbedderPlace {
  /** Holds model.json, tokenizer.json, model.onnx and, for our own engine, weights.int8. */
  readonly modelFolder: string;
  /** The bundled `embedderWorker.ts`. */
  readonly workerFile: string;
  /** Holds onnxruntime-web's `.wasm` and `.mjs`. */
  readonly ortFolder: string;
  /**
   * Maximum number of workers, each with one thread. With onnxruntime-web a worker takes about 200 MB; with our own engine all
   * share the weights. Default: one less than the number of cores, within 1…4.
   */
  readonly workers?: number;
  /** By default `automatic`. */
  readonly engine?: EngineChoice;
}

/** Maximum number of workers at a time. */
export const mostWorkers = ({ workers }: Pick<EmbedderPlace, 'workers'>): number =>
  Math.max(1, workers ?? Math.min(4, availableParallelism() - 1));

/**
 * Starts an embedding worker. Nothing here loads more code, so that the first one can be started before its owner's program is
 * loaded. The caller listens to its messages at once.
 */
export const startEmbedder = (
  place: EmbedderPlace,
  { weights, arena }: Pick<WorkerOptions, 'weights' | 'arena'> = { weights: null, arena: 0 },
): Worker => {
  const options: WorkerOptions = {
    modelFolder: path.resolve(place.modelFolder),
    ortFolder: path.resolve(place.ortFolder),
    engine: place.engine ?? 'automatic',
    weights,
    arena,
    arenas: mostWorkers(place),
  };
  // The process may use standard output for a protocol, so the engine's output goes to standard error.
  return new Worker(path.resolve(place.workerFile), {
    workerData: options,
    stdout: true,
    execArgv: [],
    name: 'palace-embedder',
  });
};
