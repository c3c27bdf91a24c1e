import * as z from 'zod';

/** Wire format of recurring issues. */

const count = z.number().int().min(0);

/** An issue that has come up several times. Times are ISO-8601, UTC. */
export const patternSchema = z.object({
  pattern_id: z.string(),
  /** First line of the shortest issue. */
  label: z.string(),
  drawer_ids: z.array(z.string()),
  occurrence_count: count,
  first_seen: z.string(),
  last_seen: z.string(),
  resolved: z.boolean(),
});
export type PatternView = z.infer<typeof patternSchema>;

/** What a new issue changed in the patterns. */
export const patternChangeSchema = z.object({
  pattern: patternSchema,
  change: z.enum(['created', 'extended', 'reopened']),
  /** IDs of the patterns that were merged into it. */
  merged: z.array(z.string()),
  /** IDs of the drawers that became long-term. */
  promoted: z.array(z.string()),
});
export type PatternChange = z.infer<typeof patternChangeSchema>;

/** The same without the pattern's own fields, which may change later. */
export const patternJoinSchema = patternChangeSchema.omit({ pattern: true }).extend({ pattern_id: z.string() });
export type PatternJoin = z.infer<typeof patternJoinSchema>;
