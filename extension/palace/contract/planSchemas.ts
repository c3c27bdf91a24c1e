import * as z from 'zod';
import { entryTypes, tiers } from '../model/vocabulary.ts';

const count = z.number().int().min(0);

/** Why a drawer is in a plan; names and wording of the reason are the design's. */
export const planCandidateSchema = z.object({
  drawer_id: z.string(),
  /** compact: superseded and long unused; consolidate: one of several that say much the same. */
  action: z.enum(['compact', 'consolidate']),
  reason: z.string(),
  /** 0…1. */
  ltp_score: z.number(),
  /** ltp_score · e^(−decay_lambda · days_since_access), told whether or not `decay_enabled` lets it decide. */
  decayed_ltp: z.number(),
  superseded_by: z.string().nullable(),
  /** Whole days since it was opened, or filed where it never was. */
  days_since_access: count,
  /** The summary that will replace it; null if it is in no group and stays. */
  consolidated_into: z.string().nullable(),
});
export type PlanCandidate = z.infer<typeof planCandidateSchema>;

export const leftOutSchema = z.object({
  drawer_id: z.string(),
  kind: z.enum(['url', 'date', 'number', 'identifier']),
  fact: z.string(),
});

export const summaryWriters = ['caller', 'language_model', 'extractive'] as const;
export type SummaryWriter = (typeof summaryWriters)[number];

export const planGroupSchema = z.object({
  group_id: z.string(),
  /** First line of its newest drawer. */
  title: z.string(),
  /** In order of filing. */
  drawer_ids: z.array(z.string()),
  /** Least cosine between any two; null where they were named by hand and one has no vector. */
  alike: z.number().nullable(),
  shared: z.object({ kind: z.enum(['tag', 'room', 'asked']), name: z.string() }),
  wing: z.string(),
  room: z.string(),
  summary_drawer_id: z.string(),
  writer: z.enum(summaryWriters),
  summary: z.string(),
  /** Where each sentence was taken from; empty where somebody wrote the summary. Offsets are UTF-16, half-open. */
  references: z.array(z.object({ start: count, end: count, drawer_id: z.string(), drawer_start: count })),
  /** Facts of the drawers that the summary does not hold. */
  left_out: z.array(leftOutSchema),
  characters_before: count,
  characters_after: count,
});
export type PlanGroup = z.infer<typeof planGroupSchema>;

/** Characters of a summary that somebody writes, at most. */
export const longestSummary = 8000;

export const planTimingsSchema = z.object({
  total_ms: z.number(),
  ltp_scan_ms: z.number(),
  supersede_check_ms: z.number(),
  consolidation_plan_ms: z.number(),
});
export type PlanTimings = z.infer<typeof planTimingsSchema>;

export const contextSchema = z.object({ used: z.number(), max: z.number(), share: z.number() });

export const planSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.enum(['compaction', 'consolidation']),
  profile: z.string(),
  palace_revision: count,
  /** All that qualify; those in no group stay as they are. */
  candidates: z.array(planCandidateSchema),
  groups: z.array(planGroupSchema),
  summary_count: count,
  would_archive: count,
  would_create_summaries: count,
  timings: planTimingsSchema,
  settings: z.object({
    compaction_threshold: z.number(),
    compaction_age_days: z.number(),
    decay_enabled: z.boolean(),
    decay_lambda: z.number(),
    ltp_window_days: z.number(),
    ltp_max_boost: z.number(),
  }),
  /** Tokens of the agent's context, where they were reported. */
  context: contextSchema.nullable(),
  warnings: z.array(z.string()),
});
/** What would be summarised and archived; nothing is written by making it. */
export type Plan = z.infer<typeof planSchema>;

const droppedSchema = z.object({ drawer_id: z.string(), group_id: z.string(), reason: z.string() });
export type DroppedDrawer = z.infer<typeof droppedSchema>;

/** A drawer of a plan as a review shows it. */
const planDrawerSchema = z.object({
  drawer_id: z.string(),
  title: z.string(),
  type: z.enum(entryTypes),
  wing: z.string(),
  room: z.string(),
  tier: z.enum(tiers),
  tags: z.array(z.string()),
  filed_at: z.string(),
  last_accessed: z.string().nullable(),
  access_count: count,
  /** Verbatim; null where it became sensitive since. */
  text: z.string().nullable(),
  /** Where secrets stand in the text of a drawer that a person has unmarked; absent where none do. UTF-16, half-open. */
  secret_spans: z.array(z.object({ start: count, end: count })).optional(),
  /** The newer drawer that the plan goes by; null where there is none. */
  replaced_by: z.object({ drawer_id: z.string(), title: z.string() }).nullable(),
});
export type PlanDrawer = z.infer<typeof planDrawerSchema>;

/** A group as applying the plan would carry it out now: without what dropped out of it or is rejected; an extract is made anew then. */
const planGroupViewSchema = planGroupSchema.extend({
  /** Why applying would leave it out; null where it would not. */
  skipped: z.string().nullable(),
});
export type PlanGroupView = z.infer<typeof planGroupViewSchema>;

/** What applying a plan did. */
const appliedRecordViewSchema = z.object({
  at: z.string(),
  groups: z.array(
    z.object({
      group_id: z.string(),
      archived: z.array(z.string()),
      /** As it is now; null where it is gone or sensitive. */
      summary: z.string().nullable(),
      /** Who wrote it; null where it is gone. */
      writer: z.enum(summaryWriters).nullable(),
    }),
  ),
  rejected: z.array(z.string()),
});

export const planViewSchema = planSchema.extend({
  groups: z.array(planGroupViewSchema),
  /** transient: it was not kept, and can't be applied. */
  state: z.enum(['transient', 'proposed', 'applied', 'restored']),
  /** The palace's revision now. */
  revision_now: count,
  /** Drawers of its groups that no longer qualify, and why: applying leaves them out. */
  dropped: z.array(droppedSchema),
  /** Every drawer of its groups that is there. */
  drawers: z.array(planDrawerSchema),
  /** Null before it was applied. */
  applied: appliedRecordViewSchema.nullable(),
});
export type PlanView = z.infer<typeof planViewSchema>;

export const appliedSchema = z.object({
  plan_id: z.string(),
  summaries: z.array(
    z.object({
      group_id: z.string(),
      drawer_id: z.string(),
      writer: z.enum(summaryWriters),
      archived: z.array(z.string()),
      left_out: z.array(leftOutSchema),
      sensitive: z.boolean(),
    }),
  ),
  /** Every original that is now in the archive. */
  archived: z.array(z.string()),
  /** Of approved groups, and why. */
  dropped: z.array(droppedSchema),
  rejected: z.array(z.string()),
  /** Approved groups of which too few drawers were left. */
  skipped_groups: z.array(z.object({ group_id: z.string(), reason: z.string() })),
  characters_saved: z.number().int(),
  /** The copy of the palace that was made before; null where there was nothing to apply. */
  backup: z.string().nullable(),
  palace_revision: count,
});
export type AppliedReport = z.infer<typeof appliedSchema>;

export const restoredSchema = z.object({
  plan_id: z.string(),
  restored: z.array(z.string()),
  /** Summaries that nobody had touched: gone without a trace. */
  removed_summaries: z.array(z.string()),
  /** Summaries that somebody used or changed: in the archive. */
  archived_summaries: z.array(z.object({ drawer_id: z.string(), reason: z.string() })),
  /** Drawers that are left as they are, and why. */
  left: z.array(z.object({ drawer_id: z.string(), reason: z.string() })),
  palace_revision: count,
});
export type RestoredReport = z.infer<typeof restoredSchema>;
