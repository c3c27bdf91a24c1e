import * as z from 'zod';
import { mineProgressSchema } from './filing/mineProgress.ts';

/** Events that a palace's owner sends to its clients. */
export const ownerEventSchema = z.discriminatedUnion('kind', [
  /** Something was committed: views should read again. Events are merged to at most four per second. */
  z.object({ kind: z.literal('changed'), revision: z.number().int() }),
  /** Progress of mining or embedding; null once nothing is running. */
  z.object({ kind: z.literal('progress'), progress: mineProgressSchema.nullable() }),
  z.object({
    kind: z.literal('log'),
    level: z.enum(['trace', 'debug', 'info', 'warn', 'error']),
    message: z.string(),
  }),
]);
export type OwnerEvent = z.infer<typeof ownerEventSchema>;
