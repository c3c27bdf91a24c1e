import * as z from 'zod';

/** Progress of a long task. */
export const mineProgressSchema = z.object({
  stage: z.enum([
    'scanning',
    'comparing',
    'mining',
    'embedding',
    'matching',
    'importing',
    'exporting',
    'copying',
    'applying',
  ]),
  /** Items of the stage: files, drawers, sources. */
  done: z.number().int(),
  /** Null while the total is unknown. */
  total: z.number().int().nullable(),
  /** The current item, as text for a person. */
  message: z.string(),
  per_second: z.number().nullable(),
});
export type MineProgress = z.infer<typeof mineProgressSchema>;
