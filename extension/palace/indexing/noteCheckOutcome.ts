import * as z from 'zod';
import { curationSchema } from '../contract/noteSchemas.ts';
import { patternJoinSchema } from '../contract/memory/patternSchemas.ts';

/** What is stored of a note's check: IDs alone, because a drawer's text may become sensitive. */
export const outcomeSchema = z.object({
  duplicates: z.array(
    z.object({ drawer_id: z.string(), similarity: z.number(), kind: z.enum(['exact', 'near']) }),
  ),
  pattern: patternJoinSchema.nullable(),
  curation: z.array(curationSchema.omit({ applied: true, text_start: true })).default([]),
  check_ms: z.number(),
});
export type NoteCheckOutcome = z.infer<typeof outcomeSchema>;
