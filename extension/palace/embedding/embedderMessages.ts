import * as z from 'zod';
import { engineChoices } from '../model/embedding/embeddingEngine.ts';
import { errorTable, type ErrorCode } from '../model/errors/palaceError.ts';
import type { EngineMemory } from './engine/engineMemory.ts';

/** Messages between a pool and its workers. A worker gets one text at a time and answers with its vector. */

/** Weights in memory that threads share. */
const sharedWeightsSchema = z.custom<EngineMemory>(
  (value) =>
    typeof value === 'object' && value !== null && 'memory' in value && value.memory instanceof WebAssembly.Memory,
);

/** A worker's folders, absolute paths. */
export const workerFoldersSchema = z.object({
  modelFolder: z.string(),
  /** Holds onnxruntime-web's `.wasm` and `.mjs`. */
  ortFolder: z.string(),
});
export type WorkerFolders = z.infer<typeof workerFoldersSchema>;

/** An embedding worker's `workerData`. */
export const workerOptionsSchema = workerFoldersSchema.extend({
  engine: z.enum(engineChoices),
  /** The weights that the pool's first worker has loaded; null: load them. */
  weights: sharedWeightsSchema.nullable(),
  /** The worker's own arena in memory, and the maximum number of arenas. */
  arena: z.int().nonnegative(),
  arenas: z.int().positive(),
});
export type WorkerOptions = z.infer<typeof workerOptionsSchema>;

/** The message to the worker. */
export const embedRequestSchema = z.object({ text: z.string(), kind: z.enum(['query', 'drawer']) });
export type EmbedRequest = z.infer<typeof embedRequestSchema>;

/** A code of the error table. */
export const errorCodeSchema = z.custom<ErrorCode>(
  (value) => typeof value === 'string' && Object.hasOwn(errorTable, value),
);

/**
 * The messages from the worker: first `ready` or `unusable`, then a `vector` for each request. An error ends the
 * worker.
 */
export const workerMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    stamp: z.object({ model: z.string(), dim: z.int().positive(), sha256: z.string(), engine: z.string() }),
    /** For further workers; null if each has to load its own. */
    weights: sharedWeightsSchema.nullable(),
    /** Why another engine than the expected one runs. */
    notice: z.string().nullable(),
  }),
  z.object({ type: z.literal('unusable'), code: errorCodeSchema, message: z.string() }),
  z.object({
    type: z.literal('vector'),
    vector: z.custom<Float32Array>((value) => value instanceof Float32Array),
  }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
export type WorkerReady = Extract<WorkerMessage, { type: 'ready' }>;
