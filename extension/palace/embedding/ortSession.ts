import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { readShipped } from '../../base/files/shippedFile.ts';

/** onnxruntime-web's two files, of the version in package.json, and their SHA-256. */
const glue = {
  name: 'ort-wasm-simd-threaded.mjs',
  sha256: 'e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b',
};
const engine = {
  name: 'ort-wasm-simd-threaded.wasm',
  sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
};

/**
 * Loads an ONNX graph on the calling thread, with one thread of its own, in the engine whose files are in `folder`.
 * Rejects with the engine's error, or with `RefusedFile` if a file is not the shipped one.
 */
export const startSession = async (weights: Uint8Array, folder: string): Promise<ort.InferenceSession> => {
  await readShipped(path.join(folder, glue.name), glue.sha256);
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = { mjs: pathToFileURL(path.join(folder, glue.name)).href };
  ort.env.wasm.wasmBinary = await readShipped(path.join(folder, engine.name), engine.sha256);
  return ort.InferenceSession.create(weights, { executionProviders: ['wasm'] });
};
