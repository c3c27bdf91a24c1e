import * as z from 'zod';
import { mineProgressSchema } from './mineProgress.ts';

/** What a palace's owner sends to its clients without being asked. */
export const ownerEventSchema = z.discriminatedUnion('kind', [
  /** Something was committed, so views should read again. Events are merged to at most four a second. */
  z.object({ kind: z.literal('changed'), revision: z.number().int() }),
  /** Mining or embedding moved on; null once nothing is under way. */
  z.object({ kind: z.literal('progress'), progress: mineProgressSchema.nullable() }),
  z.object({
    kind: z.literal('log'),
    level: z.enum(['trace', 'debug', 'info', 'warn', 'error']),
    message: z.string(),
  }),
]);
export type OwnerEvent = z.infer<typeof ownerEventSchema>;
