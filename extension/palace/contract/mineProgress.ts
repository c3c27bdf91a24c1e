import * as z from 'zod';

/** How far long work has come. */
export const mineProgressSchema = z.object({
  stage: z.enum(['scanning', 'mining', 'embedding', 'importing', 'exporting']),
  done: z.number().int(),
  /** Null while the total is not known. */
  total: z.number().int().nullable(),
  /** What is being worked on now, for a person. */
  message: z.string(),
  per_second: z.number().nullable(),
});
export type MineProgress = z.infer<typeof mineProgressSchema>;
