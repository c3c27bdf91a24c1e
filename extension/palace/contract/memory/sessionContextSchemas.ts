import * as z from 'zod';
import { entryTypes, tiers } from '../../model/drawer/drawer.ts';
import { consolidationCandidateSchema } from './ageingSchemas.ts';
import { patternSchema } from './patternSchemas.ts';
import { planCandidateSchema } from './planSchemas.ts';

/** Wire format of what a session should begin with. */

const count = z.number().int().min(0);

const sessionItemSchema = z.object({
  drawer_id: z.string(),
  title: z.string(),
  type: z.enum(entryTypes),
  tier: z.enum(tiers),
  wing: z.string(),
  room: z.string(),
  source_file: z.string().nullable(),
  filed_at: z.string(),
  pinned: z.boolean(),
  /** The text as the context shows it. */
  text: z.string(),
  /** Whether the text was cut. */
  cut: z.boolean(),
  tokens: count,
  pinning_score: z.number(),
  /** Text for a person. */
  reason: z.string(),
});
export type SessionItem = z.infer<typeof sessionItemSchema>;

export const sessionContextSchema = z.object({
  session_id: z.string().nullable(),
  budget_tokens: count,
  /** Estimate for `text`; never above the budget. */
  token_estimate: count,
  /** How tokens are counted. */
  token_rule: z.string(),
  pinned: z.array(sessionItemSchema),
  memories: z.array(sessionItemSchema),
  /** The drawers that would have come next; at most 20 are named. */
  left_out: z.array(z.object({ drawer_id: z.string(), title: z.string(), tokens: count, reason: z.string() })),
  left_out_total: count,
  recurring_issues: z.array(patternSchema),
  supersede_suggestions: z.array(
    z.object({
      older_id: z.string(),
      newer_id: z.string(),
      similarity: z.number(),
      age_gap_days: z.number(),
      confidence: z.enum(['marked', 'high', 'medium', 'low']),
    }),
  ),
  consolidation_candidates: z.array(consolidationCandidateSchema),
  /** Drawers that a compaction would propose: replaced, and unused for long. */
  compaction_candidates: z.array(planCandidateSchema),
  recent_commits: z.array(z.object({ drawer_id: z.string(), subject: z.string(), filed_at: z.string() })),
  warnings: z.array(z.string()),
  /** The complete context as text, for a terminal or an agent. */
  text: z.string(),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;
