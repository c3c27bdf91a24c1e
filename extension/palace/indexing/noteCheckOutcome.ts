import * as z from 'zod';
import { patternJoinSchema } from '../contract/memorySchemas.ts';

/** What is stored of a note's check: IDs alone, because a drawer's text may become sensitive. */
export const outcomeSchema = z.object({
  duplicates: z.array(
    z.object({ drawer_id: z.string(), similarity: z.number(), kind: z.enum(['exact', 'near']) }),
  ),
  pattern: patternJoinSchema.nullable(),
  check_ms: z.number(),
});
export type NoteCheckOutcome = z.infer<typeof outcomeSchema>;
