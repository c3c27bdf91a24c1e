import * as z from 'zod';
import { errorTable, type ErrorCode } from '../model/palaceError.ts';

/** Messages between a pool and its workers. A worker gets one text at a time and answers with its vector. */

/** The worker's `workerData`: absolute paths of folders. */
export const workerOptionsSchema = z.object({
  modelFolder: z.string(),
  /** Holds onnxruntime-web's `.wasm` and `.mjs`. */
  ortFolder: z.string(),
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
  }),
  z.object({ type: z.literal('unusable'), code: errorCodeSchema, message: z.string() }),
  z.object({
    type: z.literal('vector'),
    vector: z.custom<Float32Array>((value) => value instanceof Float32Array),
  }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
