import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';

/** The `file:` URLs of onnxruntime-web's two files. */
export interface OrtFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** The engine's files in a folder. */
export const ortFilesIn = (folder: string): OrtFiles => {
  const urlOf = (file: string): string => pathToFileURL(path.join(folder, file)).href;
  return { mjs: urlOf('ort-wasm-simd-threaded.mjs'), wasm: urlOf('ort-wasm-simd-threaded.wasm') };
};

/** Loads an ONNX graph on the calling thread, with one thread of its own. Rejects with the engine's error. */
export const startSession = (weights: Uint8Array, files: OrtFiles): Promise<ort.InferenceSession> => {
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = { mjs: files.mjs, wasm: files.wasm };
  return ort.InferenceSession.create(weights, { executionProviders: ['wasm'] });
};
