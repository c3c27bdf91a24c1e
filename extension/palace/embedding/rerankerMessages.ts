import * as z from 'zod';
import { errorCodeSchema, workerFoldersSchema } from './embedderMessages.ts';

/** Messages between a reranker and its worker, whose `workerData` are two folders. */
export const rerankerOptionsSchema = workerFoldersSchema;

export const rerankRequestSchema = z.object({ id: z.int(), query: z.string(), texts: z.array(z.string()) });
export type RerankRequest = z.infer<typeof rerankRequestSchema>;

/** First `ready` or `unusable`, then `scores` or `failed` for each request, unless a newer one has ended it. */
export const rerankerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('unusable'), code: errorCodeSchema, message: z.string() }),
  z.object({ type: z.literal('scores'), id: z.int(), scores: z.array(z.number()) }),
  z.object({ type: z.literal('failed'), id: z.int(), code: errorCodeSchema, message: z.string() }),
]);
export type RerankerMessage = z.infer<typeof rerankerMessageSchema>;
