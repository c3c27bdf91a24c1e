import * as z from 'zod';
import { commitIndexReportSchema } from './filing/commitIndexSchemas.ts';
import { entryTypes, tiers } from '../model/drawer.ts';
import { drawerViewSchema } from './drawerViewSchema.ts';
import { mineProgressSchema } from './filing/mineProgress.ts';
import { planCandidateSchema } from './planSchemas.ts';
import { scanReportSchema } from './search/scanSchemas.ts';

/** Wire format of the calls that age the memory: maintenance, restoring, patterns, a session's context. */

const count = z.number().int().min(0);
const days = z.number().min(0).max(36_500);
const tierSchema = z.enum(tiers);

/** Limits of ageing; each replaces the usual one. */
export const ageingLimitsSchema = z.object({
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

export const memoryChangeSchema = z.object({
  drawer_id: z.string(),
  change: z.enum(['archived', 'demoted', 'promoted']),
  from: tierSchema,
  to: z.enum([...tiers, 'archive']),
  /** Text for a person. */
  reason: z.string(),
});
export type MemoryChange = z.infer<typeof memoryChangeSchema>;

export const patternAgedSchema = z.object({
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

export const restoreRequestSchema = z
  .object({
    drawer_ids: z.array(z.string()).min(1).max(1000).optional(),
    /** As named by `maintain` and `archiveBatches`. */
    batch: z.string().optional(),
    /** All drawers archived for this reason, as named by `archiveReasons`. */
    reason: z.string().optional(),
  })
  .refine((request) => Object.values(request).filter((part) => part !== undefined).length === 1, {
    error: 'one of drawer_ids, batch and reason',
  });
export const restoreReportSchema = z.object({
  restored: z.array(z.string()),
  /** Drawers of the batch that returned to their earlier tier. */
  moved_back: z.array(z.string()).default([]),
  /** How many were not in the archive. */
  unchanged: count,
  /** IDs of drawers that do not exist. */
  missing: z.array(z.string()),
});

export const archiveBatchesSchema = z.object({
  batches: z.array(z.object({ batch: z.string(), reason: z.string(), archived_at: z.string(), drawers: count })),
});

export const archiveReasonsSchema = z.object({
  total: count,
  /** Ordered by number of drawers, largest first. */
  reasons: z.array(
    z.object({
      /** Empty if no reason was given. */
      reason: z.string(),
      drawers: count,
      /** When the last of them was archived. */
      latest: z.string(),
    }),
  ),
});

const archivedRequestSchema = z
  .object({
    reason: z.string().optional(),
    batch: z.string().optional(),
    /** From an earlier page. */
    cursor: z.string().nullish(),
    /** Drawers per page; 200 when absent. */
    limit: z.number().int().min(1).max(1000).optional(),
  })
  .refine(({ reason, batch }) => (reason === undefined) !== (batch === undefined), {
    error: 'either a reason or a batch',
  });

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

export const sessionItemSchema = z.object({
  drawer_id: z.string(),
  title: z.string(),
  type: z.enum(entryTypes),
  tier: tierSchema,
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

export const supersedeCheckRequestSchema = z.object({
  /** Cosine from which a newer note may replace an older; the profile's when absent. */
  similarity_threshold: z.number().min(0).max(1).optional(),
  /** Whole days that must lie between them; the profile's when absent. */
  min_age_gap_days: z.number().int().min(0).max(36_500).optional(),
  /** 10 when absent. */
  max_candidates: z.number().int().min(1).max(1000).optional(),
  wing: z.string().optional(),
});

export const supersedeCandidateSchema = z.object({
  superseded_id: z.string(),
  superseded_title: z.string(),
  superseded_at: z.string(),
  superseding_id: z.string(),
  superseding_title: z.string(),
  superseding_at: z.string(),
  similarity: z.number(),
  age_gap_days: count,
  confidence: z.enum(['marked', 'high', 'medium', 'low']),
});
export type SupersedeCandidate = z.infer<typeof supersedeCandidateSchema>;

export const supersedeReportSchema = z.object({
  /** False if there are no vectors to compare. */
  checked: z.boolean(),
  /** The most certain first. Notes marked as replaced, sensitive notes and archived ones are left out. */
  candidates: z.array(supersedeCandidateSchema),
  /** How many notes nearly repeat an older one, including those beyond `max_candidates`. */
  found: count,
  /** How many notes were compared with all others. */
  notes_compared: count,
});
export type SupersedeReport = z.infer<typeof supersedeReportSchema>;

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

/** Rows of the palace's table of calls. */
export const memoryCalls = {
  /**
   * Ages the memory: archives, demotes and promotes drawers by the rules of the tiers, and gives the reason for
   * each. Deletes nothing.
   */
  maintain: {
    again: 'repeatable',
    params: maintainRequestSchema,
    result: maintainReportSchema,
    progress: mineProgressSchema,
  },
  /** Brings drawers back from the archive: by ID, by reason, or by batch, which takes changes of tier back as well. */
  restore: { again: 'once', params: restoreRequestSchema, result: restoreReportSchema },
  /** Drawers that were archived together, the latest batch first. */
  archiveBatches: {
    again: 'read',
    params: z.object({ limit: z.number().int().min(1).max(1000).optional(), reason: z.string().optional() }),
    result: archiveBatchesSchema,
  },
  /** The reasons why drawers are archived, with exact counts. */
  archiveReasons: { again: 'read', params: z.object({}), result: archiveReasonsSchema },
  /** Archived drawers of one reason or one batch, page by page, the latest first. */
  archived: {
    again: 'read',
    params: archivedRequestSchema,
    result: z.object({ drawers: z.array(drawerViewSchema), next: z.string().nullable() }),
  },
  /** Recurring issues, the latest first. */
  patterns: {
    again: 'read',
    params: z.object({ include_resolved: z.boolean().optional() }),
    result: z.object({ patterns: z.array(patternSchema) }),
  },
  /** Marks a pattern as resolved, or as unresolved with `resolved: false`. */
  resolvePattern: {
    again: 'once',
    params: z.object({ pattern_id: z.string(), resolved: z.boolean().optional() }),
    result: z.object({ pattern: patternSchema, changed: z.boolean() }),
  },
  /** Notes that newer ones nearly repeat, anywhere in the palace. Marks and writes nothing. */
  supersedeCheck: {
    again: 'read',
    params: supersedeCheckRequestSchema,
    result: supersedeReportSchema,
    progress: mineProgressSchema,
  },
  /** What a session should start with, within a budget of tokens. */
  sessionContext: {
    again: 'read',
    params: z.object({
      /** The profile's `pinned_max_tokens` when absent. */
      tokens: z.number().int().min(100).max(100_000).optional(),
      /** Drawers that this session has already used come first. */
      session_id: z.string().optional(),
    }),
    result: sessionContextSchema,
  },
} as const;
