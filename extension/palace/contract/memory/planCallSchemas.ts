import * as z from 'zod';
import { mineProgressSchema } from '../filing/mineProgress.ts';
import {
  appliedSchema,
  contextSchema,
  planCandidateSchema,
  planTimingsSchema,
  planViewSchema,
  restoredSchema,
} from './planSchemas.ts';

const phaseTimingSchema = z.object({ adaptive_compaction: planTimingsSchema });

/** What a plan is made with: a profile, and changes to its flags for this call only. */
const profileShape = {
  profile: z.string().optional(),
  overrides: z.record(z.string(), z.unknown()).optional(),
};
/** Group ID → the caller's own summary. */
const summariesSchema = z.record(z.string(), z.string());
/** Puts these drawers into one group, instead of grouping similar ones. The group's ID is g1. */
const namedDrawersSchema = z.array(z.string());

const compactRequestSchema = z.object({
  /** Make the plan without storing or writing anything. */
  dry_run: z.boolean().optional(),
  /** How many tokens of the agent's context are used, and how many it holds. Set both or neither. */
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
/** Why a plan was or was not made. */
export type CompactionTrigger = z.infer<typeof triggerSchema>;

export const compactReportSchema = z.object({
  dry_run: z.boolean(),
  trigger: triggerSchema,
  /** Null if compaction is not due. */
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

/** What a person decides on a stored plan. */
const decisionsShape = {
  /** The approved groups; when absent, all whose drawers do not contradict each other. */
  groups: z.array(z.string()).optional(),
  /** Drawers to leave as they are and not to propose again for 30 days. */
  rejected_drawers: z.array(z.string()).optional(),
  summaries: summariesSchema.optional(),
  /** The digest of the plan that the person looked at; another one is refused. Needed once an agent has rewritten a summary. */
  seen: z.string().optional(),
};

/**
 * With `plan_id`, only the stored plan and the decisions count, which are not stored; without it, only the fields that make a
 * plan.
 */
const evaluatePlanRequestSchema = makePlanRequestSchema.extend({
  ...decisionsShape,
  /** A stored plan. */
  plan_id: z.string().optional(),
  /**
   * What `applyPlan` with the same decisions would do now: the groups and totals are those that it would file, a group that it
   * holds back is skipped, and what it refuses is refused. When absent, all groups are shown, and `groups` and `seen` don't count.
   */
  applying: z.boolean().optional(),
});

const evaluatePlanReportSchema = z.object({
  plan: planViewSchema,
  /** Empty with `plan_id`: there was no search. */
  phase_timing_ms: phaseTimingSchema.partial(),
});

const revisePlanRequestSchema = z.object({
  plan_id: z.string(),
  summaries: summariesSchema,
  /** Who wrote them; `caller` when absent. */
  summary_writer: z.enum(['caller', 'language_model']).optional(),
});

const applyPlanRequestSchema = z.object({ plan_id: z.string(), ...decisionsShape });
export type ApplyPlanRequest = z.infer<typeof applyPlanRequestSchema>;

const plansRequestSchema = z.object({ limit: z.number().int().min(1).max(500).optional() });
export const plansReportSchema = z.object({
  /** Newest first. */
  plans: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['proposed', 'applied', 'restored']),
      kind: z.enum(['compaction', 'consolidation']),
      /** An agent's plan waits for a person to apply it. */
      proposed_by: z.enum(['person', 'agent']).default('person'),
      created_at: z.string(),
      profile: z.string(),
      palace_revision: z.number().int().min(0),
      groups: z.number().int().min(0),
      would_archive: z.number().int().min(0),
      would_create_summaries: z.number().int().min(0),
      /** How many drawers applying it archived; 0 before. */
      archived: z.number().int().min(0),
    }),
  ),
  palace_revision: z.number().int().min(0),
});

/** Rows of the palace's table of calls. */
export const planCalls = {
  /**
   * Plans summaries of superseded drawers that were not used for long, and keeps the plan for review unless it has no
   * groups or is a dry run. Rejects with E_USAGE if only one of `context_used` and `context_max` is given.
   */
  compact: { again: 'once', params: compactRequestSchema, result: compactReportSchema },
  /** Plans summaries of similar notes, or checks a stored plan. Writes nothing. Rejects with E_PLAN. */
  evaluatePlan: {
    again: 'read',
    params: evaluatePlanRequestSchema,
    result: evaluatePlanReportSchema,
    progress: mineProgressSchema,
  },
  /** Plans summaries of similar notes, and keeps the plan for review unless it has no groups. */
  makePlan: { again: 'once', params: makePlanRequestSchema, result: makePlanReportSchema },
  /** Replaces summaries of a stored plan, all or none of them. Rejects with E_PLAN. */
  revisePlan: {
    again: 'once',
    params: revisePlanRequestSchema,
    result: z.object({ plan: planViewSchema }),
  },
  /**
   * Makes a backup, then files the summaries of a plan and archives the drawers that they replace, in one transaction. Rejects with
   * E_PLAN (also if the plan is not the one that `seen` names) and, for an agent that may not apply plans, E_APPROVAL.
   */
  applyPlan: { again: 'once', params: applyPlanRequestSchema, result: appliedSchema },
  /** Brings back the drawers that applying a plan archived, and removes its summaries. Rejects with E_PLAN and E_APPROVAL. */
  undoPlan: { again: 'once', params: z.object({ plan_id: z.string() }), result: restoredSchema },
  /** The stored plans. */
  plans: { again: 'read', params: plansRequestSchema, result: plansReportSchema },
} as const;
