import * as z from 'zod';
import { commitIndexReportSchema } from '../filing/commitIndexSchemas.ts';
import { tiers } from '../../model/drawer/drawer.ts';
import { scanReportSchema } from '../search/scanSchemas.ts';

/** Wire format of maintenance. */

const count = z.number().int().min(0);
const days = z.number().min(0).max(36_500);
const tierSchema = z.enum(tiers);

/** Limits of ageing; each replaces the usual one. */
const ageingLimitsSchema = z.object({
  /** A drawer is archived after this many days in `ephemeral` without an access; 7 when absent. */
  ephemeral_days: days.optional(),
  /**
   * Any other drawer that ages becomes ephemeral after this many days in `working` without an access; 30 when absent.
   */
  idle_days: days.optional(),
  /** The same for decisions and insights; 60 when absent. */
  decision_idle_days: days.optional(),
  /** Decisions and insights become long-term after this many days in `working`; 7 when absent. */
  promote_days: days.optional(),
  /** An ephemeral drawer becomes working once this many sessions have accessed it; 3 when absent. */
  promote_accesses: z.number().int().min(1).max(1000).optional(),
  /** A pattern counts as resolved after this many days without a new issue; 90 when absent. */
  pattern_quiet_days: days.optional(),
});
export type AgeingLimitsRequest = z.infer<typeof ageingLimitsSchema>;

export const maintainRequestSchema = z.object({
  /** Report what would change, and write nothing. */
  dry_run: z.boolean().optional(),
  /** ISO time at which ages are measured; the present when absent. */
  now: z.iso.datetime({ offset: true }).optional(),
  limits: ageingLimitsSchema.optional(),
  /**
   * Absolute path of a repository whose commits of the last day are indexed at the end; none when absent. Ignored
   * in a dry run.
   */
  repo_path: z.string().optional(),
});

const memoryChangeSchema = z.object({
  drawer_id: z.string(),
  change: z.enum(['archived', 'demoted', 'promoted']),
  from: tierSchema,
  to: z.enum([...tiers, 'archive']),
  /** Text for a person. */
  reason: z.string(),
});

const patternAgedSchema = z.object({
  pattern_id: z.string(),
  label: z.string(),
  last_seen: z.string(),
  reason: z.string(),
});

/** Drawers so similar that one summary could replace them. */
export const consolidationCandidateSchema = z.object({
  drawer_ids: z.array(z.string()),
  /** What they have in common, as text for a person. */
  label: z.string(),
});
export type ConsolidationCandidate = z.infer<typeof consolidationCandidateSchema>;

export const maintainReportSchema = z.object({
  dry_run: z.boolean(),
  /** Decay first, then promotion, each ordered by ID. */
  changes: z.array(memoryChangeSchema),
  counts: z.object({ archived: count, demoted: count, promoted: count, looked_at: count }),
  /** The batch to give to `restore` to take all changes back; null if there were none. */
  batch: z.string().nullable(),
  /** Patterns that now count as resolved. */
  patterns_aged: z.array(patternAgedSchema),
  consolidation_candidates: z.array(consolidationCandidateSchema),
  /** Null if no repository was named. */
  git: commitIndexReportSchema.nullable(),
  warnings: z.array(z.string()),
  /** What was used since the last scan. */
  scan: scanReportSchema.optional(),
  elapsed_ms: z.number(),
});
export type MaintainReport = z.infer<typeof maintainReportSchema>;
