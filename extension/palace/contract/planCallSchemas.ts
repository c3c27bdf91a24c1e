import * as z from 'zod';
import {
  appliedSchema,
  contextSchema,
  planCandidateSchema,
  planTimingsSchema,
  planViewSchema,
  restoredSchema,
} from './planSchemas.ts';

const phaseTimingSchema = z.object({ adaptive_compaction: planTimingsSchema });

/** What a plan is made by: a profile, with its flags changed for this call alone. */
const profileShape = {
  profile: z.string().optional(),
  overrides: z.record(z.string(), z.unknown()).optional(),
};
/** The caller's own texts, by group. */
const summariesSchema = z.record(z.string(), z.string());
/** One group of these drawers, in place of those that are found alike. Its ID is g1. */
const namedDrawersSchema = z.array(z.string());

const compactRequestSchema = z.object({
  /** Keep nothing, write nothing. */
  dry_run: z.boolean().optional(),
  /** Tokens of the agent's context that are used, of so many: both or neither. */
  context_used: z.number().min(0).optional(),
  context_max: z.number().positive().optional(),
  ...profileShape,
  candidate_trace: z.boolean().optional(),
});

const triggerSchema = z.object({
  asked: z.boolean(),
  context: contextSchema.nullable(),
  due: z.boolean(),
  reason: z.string(),
});
/** Why a plan was made, or was not. */
export type CompactionTrigger = z.infer<typeof triggerSchema>;

export const compactReportSchema = z.object({
  dry_run: z.boolean(),
  trigger: triggerSchema,
  /** Null where compaction is not due. */
  plan: planViewSchema.nullable(),
  candidate_trace: z.array(planCandidateSchema).optional(),
  phase_timing_ms: phaseTimingSchema.partial(),
});

const makePlanRequestSchema = z.object({
  drawer_ids: namedDrawersSchema.optional(),
  summaries: summariesSchema.optional(),
  ...profileShape,
});

export const makePlanReportSchema = z.object({ plan: planViewSchema, phase_timing_ms: phaseTimingSchema });

/** With `plan_id`, only it and the decisions count; without, only what a plan is made of. */
const evaluatePlanRequestSchema = makePlanRequestSchema.extend({
  /** A plan that was kept. */
  plan_id: z.string().optional(),
  /** Drawers of that plan to leave as they are. Nothing is remembered. */
  rejected_drawers: z.array(z.string()).optional(),
});

const evaluatePlanReportSchema = z.object({
  plan: planViewSchema,
  /** Empty with `plan_id`: nothing was searched. */
  phase_timing_ms: phaseTimingSchema.partial(),
});

const revisePlanRequestSchema = z.object({
  plan_id: z.string(),
  summaries: summariesSchema,
  /** Who wrote them; `caller` when absent. */
  summary_writer: z.enum(['caller', 'language_model']).optional(),
});

const applyPlanRequestSchema = z.object({
  plan_id: z.string(),
  /** The approved groups; all when absent. */
  groups: z.array(z.string()).optional(),
  /** Drawers to leave as they are, and not to propose again for 30 days. */
  rejected_drawers: z.array(z.string()).optional(),
  summaries: summariesSchema.optional(),
});
export type ApplyPlanRequest = z.infer<typeof applyPlanRequestSchema>;

const plansRequestSchema = z.object({ limit: z.number().int().min(1).max(500).optional() });
export const plansReportSchema = z.object({
  /** Newest first. */
  plans: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['proposed', 'applied', 'restored']),
      kind: z.enum(['compaction', 'consolidation']),
      created_at: z.string(),
      profile: z.string(),
      palace_revision: z.number().int().min(0),
      groups: z.number().int().min(0),
      would_archive: z.number().int().min(0),
      would_create_summaries: z.number().int().min(0),
      /** What applying archived; 0 before. */
      archived: z.number().int().min(0),
    }),
  ),
  palace_revision: z.number().int().min(0),
});

/** The calls of plans: their rows of the palace's interface. */
export const planCalls = {
  /** Plans summaries of superseded, long unused drawers, and keeps the plan for review unless it is a dry run. */
  compact: { again: 'once', params: compactRequestSchema, result: compactReportSchema },
  /** Plans summaries of notes that say much the same, or checks a plan that was kept. Nothing is written. */
  evaluatePlan: { again: 'read', params: evaluatePlanRequestSchema, result: evaluatePlanReportSchema },
  /** Plans summaries of notes that say much the same, and keeps the plan for review. */
  makePlan: { again: 'once', params: makePlanRequestSchema, result: makePlanReportSchema },
  /** Puts other summaries into a plan that was kept. */
  revisePlan: {
    again: 'once',
    params: revisePlanRequestSchema,
    result: z.object({ plan: planViewSchema }),
  },
  /** Files the summaries of a plan and archives what they stand for, after a backup. */
  applyPlan: { again: 'once', params: applyPlanRequestSchema, result: appliedSchema },
  /** Brings back what applying a plan archived, and removes its summaries. */
  undoPlan: { again: 'once', params: z.object({ plan_id: z.string() }), result: restoredSchema },
  /** The plans that were kept. */
  plans: { again: 'read', params: plansRequestSchema, result: plansReportSchema },
} as const;
