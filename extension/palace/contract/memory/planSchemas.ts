import * as z from 'zod';
import { entryTypes, tiers } from '../../model/drawer/vocabulary.ts';

const count = z.number().int().min(0);

/** Why a drawer is in a plan. */
export const planCandidateSchema = z.object({
  drawer_id: z.string(),
  /** compact: superseded and not used for long; consolidate: one of several similar notes. */
  action: z.enum(['compact', 'consolidate']),
  reason: z.string(),
  /** The long-term potentiation that it had at its last use, 0…1. */
  ltp_score: z.number(),
  /** What is left of it: ltp_score · e^(−decay_lambda · days_since_access), reported even if `decay_enabled` is off. */
  decayed_ltp: z.number(),
  superseded_by: z.string().nullable(),
  /** Full days since the drawer was opened, or filed if it never was. */
  days_since_access: count,
  /** The summary that will replace it; null if it is in no group and therefore stays. */
  consolidated_into: z.string().nullable(),
});
export type PlanCandidate = z.infer<typeof planCandidateSchema>;

/** A fact of a drawer, as written there, that the summary does not have. */
const leftOutSchema = z.object({
  drawer_id: z.string(),
  kind: z.enum(['url', 'date', 'number', 'identifier']),
  fact: z.string(),
});

const contradictionSchema = z.object({
  kind: z.enum(['number', 'date', 'decision']),
  /** The older drawer and its words. */
  drawer_id: z.string(),
  says: z.string(),
  /** The newer drawer that contradicts it, and its words in the same place. */
  newer_id: z.string(),
  newer_says: z.string(),
});

/** Who wrote a summary; extractive: sentences of the drawers themselves. */
export const summaryWriters = ['caller', 'language_model', 'extractive'] as const;
export type SummaryWriter = (typeof summaryWriters)[number];

const planGroupSchema = z.object({
  group_id: z.string(),
  /** First line of its newest drawer. */
  title: z.string(),
  /** In order of filing. */
  drawer_ids: z.array(z.string()),
  /** Lowest cosine between any two; null if the caller named them and one has no vector. */
  alike: z.number().nullable(),
  shared: z.object({ kind: z.enum(['tag', 'room', 'asked']), name: z.string() }),
  wing: z.string(),
  room: z.string(),
  summary_drawer_id: z.string(),
  writer: z.enum(summaryWriters),
  summary: z.string(),
  /** Where each sentence comes from; empty if the summary was written. Offsets are UTF-16, half-open. */
  references: z.array(z.object({ start: count, end: count, drawer_id: z.string(), drawer_start: count })),
  /** Facts of the drawers that the summary does not contain. */
  left_out: z.array(leftOutSchema),
  /** The living drawer that replaced all of them, and so replaces the summary; null if they are valid themselves. */
  superseded_by: z.string().nullable().default(null),
  /** Where its drawers contradict each other; an extract then begins with the newest. */
  contradictions: z.array(contradictionSchema).default([]),
  characters_before: count,
  characters_after: count,
});
export type PlanGroup = z.infer<typeof planGroupSchema>;

/** Milliseconds. */
export const planTimingsSchema = z.object({
  total_ms: z.number(),
  ltp_scan_ms: z.number(),
  supersede_check_ms: z.number(),
  consolidation_plan_ms: z.number(),
});
export type PlanTimings = z.infer<typeof planTimingsSchema>;

/** Tokens of an agent's context; `share`: used / max. */
export const contextSchema = z.object({ used: z.number(), max: z.number(), share: z.number() });

/** What would be summarised and archived. Making a plan writes nothing. */
export const planSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.enum(['compaction', 'consolidation']),
  profile: z.string(),
  palace_revision: count,
  /** All that qualify. Those in no group stay as they are. */
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
    ltp_max_boost: z.number(),
  }),
  /** Tokens of the agent's context; null if they were not reported. */
  context: contextSchema.nullable(),
  warnings: z.array(z.string()),
});
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
  /** Verbatim; null if the drawer has become sensitive. */
  text: z.string().nullable(),
  /**
   * Where the secrets are in the text of a drawer that a person has unmarked; absent if there are none. UTF-16,
   * half-open.
   */
  secret_spans: z.array(z.object({ start: count, end: count })).optional(),
  /** The newer drawer that replaces it according to the plan; null if there is none. */
  replaced_by: z.object({ drawer_id: z.string(), title: z.string() }).nullable(),
});
export type PlanDrawer = z.infer<typeof planDrawerSchema>;

/**
 * A group as applying the plan would carry it out now: without drawers that dropped out or are rejected. An
 * extract is then made again.
 */
const planGroupViewSchema = planGroupSchema.extend({
  /** Why applying would skip the group; null if it would not. */
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
      /** The current text; null if the summary is gone or sensitive. */
      summary: z.string().nullable(),
      /** Who wrote the summary; null if it is gone. */
      writer: z.enum(summaryWriters).nullable(),
    }),
  ),
  rejected: z.array(z.string()),
});

/** A plan as it stands now, for a review. */
export const planViewSchema = planSchema.extend({
  groups: z.array(planGroupViewSchema),
  /** transient: the plan was not stored and can't be applied. */
  state: z.enum(['transient', 'proposed', 'applied', 'restored']),
  /** Changes with its groups, their drawers and summaries; {@link ApplyPlanRequest.seen} says which was looked at. */
  digest: z.string(),
  /** The current revision of the palace. */
  revision_now: count,
  /** Drawers of its groups that no longer qualify, and why. Applying leaves them out. */
  dropped: z.array(droppedSchema),
  /** Every drawer of its groups that still exists. */
  drawers: z.array(planDrawerSchema),
  /** Null before it was applied. */
  applied: appliedRecordViewSchema.nullable(),
});
export type PlanView = z.infer<typeof planViewSchema>;

/** What applying a plan did. */
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
  /** Every original that is now archived. */
  archived: z.array(z.string()),
  /** Drawers of approved groups that were left out, and why. */
  dropped: z.array(droppedSchema),
  rejected: z.array(z.string()),
  /** Groups that were left out: too few drawers left, or they contradict each other and nobody approved them by name. */
  skipped_groups: z.array(z.object({ group_id: z.string(), reason: z.string() })),
  characters_saved: z.number().int(),
  /** The backup of the palace made before; null if there was nothing to apply. */
  backup: z.string().nullable(),
  palace_revision: count,
});
export type AppliedReport = z.infer<typeof appliedSchema>;

/** What undoing a plan did. */
export const restoredSchema = z.object({
  plan_id: z.string(),
  restored: z.array(z.string()),
  /** Summaries that nobody had used or changed: deleted. */
  removed_summaries: z.array(z.string()),
  /** Summaries that somebody used or changed: archived. */
  archived_summaries: z.array(z.object({ drawer_id: z.string(), reason: z.string() })),
  /** Drawers that stay as they are, and why. */
  left: z.array(z.object({ drawer_id: z.string(), reason: z.string() })),
  palace_revision: count,
});
export type RestoredReport = z.infer<typeof restoredSchema>;
