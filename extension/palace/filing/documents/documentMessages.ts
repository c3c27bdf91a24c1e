import * as z from 'zod';
import { documentKinds } from '../../model/source/documentKinds.ts';
import { documentProblems } from './extractedText.ts';

/** A request to the worker: one document at a time. */
export const documentRequestSchema = z.object({
  kind: z.enum(documentKinds),
  bytes: z.instanceof<typeof Uint8Array<ArrayBufferLike>>(Uint8Array),
});
export type DocumentRequest = z.infer<typeof documentRequestSchema>;

/** The worker's messages: progress, and how the reading ended. */
export const documentNewsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step') }),
  z.object({ type: z.literal('text'), text: z.string(), starts: z.array(z.number().int()) }),
  z.object({ type: z.literal('problem'), problem: z.enum(documentProblems), detail: z.string() }),
]);
export type DocumentNews = z.infer<typeof documentNewsSchema>;
