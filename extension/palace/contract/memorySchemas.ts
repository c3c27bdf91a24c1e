import * as z from 'zod';
import { commitIndexReportSchema } from './commitIndexSchemas.ts';
import { entryTypes, tiers } from '../model/drawer.ts';
import { drawerViewSchema } from './drawerViewSchema.ts';
import { mineProgressSchema } from './mineProgress.ts';

/** Wire format of the calls that let memory age: maintenance, restoring, patterns, a session's context. */

const count = z.number().int().min(0);
const days = z.number().min(0).max(36_500);
const tierSchema = z.enum(tiers);

/** Limits of ageing, each in place of the usual one. */
export const ageingLimitsSchema = z.object({
  /** Days in `ephemeral` without an access, after which a drawer is archived; 7. */
  ephemeral_days: days.optional(),
  /** Days in `working` without an access, after which an issue or a commit becomes ephemeral; 30. */
  idle_days: days.optional(),
  /** The same for decisions and insights; 60. */
  decision_idle_days: days.optional(),
  /** Days in `working`, after which decisions and insights become long-term; 7. */
  promote_days: days.optional(),
  /** Sessions that accessed an ephemeral drawer, from which on it is working; 3. */
  promote_accesses: z.number().int().min(1).max(1000).optional(),
  /** Days without a new issue, after which a pattern counts as resolved; 90. */
  pattern_quiet_days: days.optional(),
});
export type AgeingLimitsRequest = z.infer<typeof ageingLimitsSchema>;

export const maintainRequestSchema = z.object({
  /** Report what would be done, and write nothing. */
  dry_run: z.boolean().optional(),
  /** ISO time that ages are counted to; the present when absent. */
  now: z.iso.datetime({ offset: true }).optional(),
  limits: ageingLimitsSchema.optional(),
  /** Absolute: a repository whose commits of the last day are indexed at the end; none when absent. Not in a dry run. */
  repo_path: z.string().optional(),
});

export const memoryChangeSchema = z.object({
  drawer_id: z.string(),
  change: z.enum(['archived', 'demoted', 'promoted']),
  from: tierSchema,
  to: z.enum([...tiers, 'archive']),
  /** For a person. */
  reason: z.string(),
});
export type MemoryChange = z.infer<typeof memoryChangeSchema>;

export const patternAgedSchema = z.object({
  pattern_id: z.string(),
  label: z.string(),
  last_seen: z.string(),
  reason: z.string(),
});

/** Drawers so alike that one summary could replace them. */
export const consolidationCandidateSchema = z.object({
  drawer_ids: z.array(z.string()),
  /** What they have in common, for a person. */
  label: z.string(),
});
export type ConsolidationCandidate = z.infer<typeof consolidationCandidateSchema>;

export const maintainReportSchema = z.object({
  dry_run: z.boolean(),
  /** Decay first, then promotion; each in the order of the IDs. */
  changes: z.array(memoryChangeSchema),
  counts: z.object({ archived: count, demoted: count, promoted: count, looked_at: count }),
  /** Brings everything that was archived back, given to `restore`; null where nothing was. */
  batch: z.string().nullable(),
  /** Patterns that count as resolved now. */
  patterns_aged: z.array(patternAgedSchema),
  consolidation_candidates: z.array(consolidationCandidateSchema),
  /** Null where no repository was named. */
  git: commitIndexReportSchema.nullable(),
  warnings: z.array(z.string()),
  elapsed_ms: z.number(),
});
export type MaintainReport = z.infer<typeof maintainReportSchema>;

export const restoreRequestSchema = z
  .object({
    drawer_ids: z.array(z.string()).min(1).max(1000).optional(),
    /** As `maintain` and `archiveBatches` name it. */
    batch: z.string().optional(),
    /** All that was archived for this reason, as `archiveReasons` names it. */
    reason: z.string().optional(),
  })
  .refine((request) => Object.values(request).filter((part) => part !== undefined).length === 1, {
    error: 'one of drawer_ids, batch and reason',
  });
export const restoreReportSchema = z.object({
  restored: z.array(z.string()),
  /** Were not in the archive. */
  unchanged: count,
  /** IDs that no drawer has. */
  missing: z.array(z.string()),
});

export const archiveBatchesSchema = z.object({
  batches: z.array(z.object({ batch: z.string(), reason: z.string(), archived_at: z.string(), drawers: count })),
});

export const archiveReasonsSchema = z.object({
  total: count,
  /** The most drawers first. */
  reasons: z.array(
    z.object({
      /** '' where none was given. */
      reason: z.string(),
      drawers: count,
      /** When the latest of them was archived. */
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
    /** Drawers a page; 200 when absent. */
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

/** What a new issue did to the patterns. */
export const patternChangeSchema = z.object({
  pattern: patternSchema,
  change: z.enum(['created', 'extended', 'reopened']),
  /** IDs of patterns that are part of it now. */
  merged: z.array(z.string()),
  /** IDs of drawers that are long-term now. */
  promoted: z.array(z.string()),
});
export type PatternChange = z.infer<typeof patternChangeSchema>;

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
  /** As it stands in the context. */
  text: z.string(),
  /** Whether the drawer says more. */
  cut: z.boolean(),
  tokens: count,
  pinning_score: z.number(),
  /** For a person. */
  reason: z.string(),
});
export type SessionItem = z.infer<typeof sessionItemSchema>;

export const sessionContextSchema = z.object({
  session_id: z.string().nullable(),
  budget_tokens: count,
  /** Of `text`; never above the budget. */
  token_estimate: count,
  /** How tokens are counted. */
  token_rule: z.string(),
  pinned: z.array(sessionItemSchema),
  memories: z.array(sessionItemSchema),
  /** What would have come next; at most 20 are named. */
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
  recent_commits: z.array(z.object({ drawer_id: z.string(), subject: z.string(), filed_at: z.string() })),
  warnings: z.array(z.string()),
  /** All of it for a terminal or an agent. */
  text: z.string(),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;

export const usualSessionTokens = 2000;

/** Rows of the palace's table of calls. */
export const memoryCalls = {
  /** Lets memory age: archives, demotes and promotes by the tiers' rules, and says why of each. Nothing is deleted. */
  maintain: {
    again: 'repeatable',
    params: maintainRequestSchema,
    result: maintainReportSchema,
    progress: mineProgressSchema,
  },
  /** Brings drawers back from the archive: one by one, a batch, or all of a reason. */
  restore: { again: 'once', params: restoreRequestSchema, result: restoreReportSchema },
  /** What went into the archive together, the latest first. */
  archiveBatches: {
    again: 'read',
    params: z.object({ limit: z.number().int().min(1).max(1000).optional(), reason: z.string().optional() }),
    result: archiveBatchesSchema,
  },
  /** Why drawers are in the archive, and how many: true counts. */
  archiveReasons: { again: 'read', params: z.object({}), result: archiveReasonsSchema },
  /** Drawers in the archive, of one reason or one batch, page by page: what was archived last comes first. */
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
  /** Marks a pattern as resolved, or with `resolved: false` as not. */
  resolvePattern: {
    again: 'once',
    params: z.object({ pattern_id: z.string(), resolved: z.boolean().optional() }),
    result: z.object({ pattern: patternSchema, changed: z.boolean() }),
  },
  /** What a session should begin with, within a budget of tokens. */
  sessionContext: {
    again: 'read',
    params: z.object({
      tokens: z.number().int().min(100).max(100_000).optional(),
      /** What this session used already comes first. */
      session_id: z.string().optional(),
    }),
    result: sessionContextSchema,
  },
} as const;
