import * as z from 'zod';
import { appliedSchema, planViewSchema, restoredSchema } from '../palace/contract/memory/planSchemas.ts';
import { longestSummary } from '../palace/contract/memory/longestSummary.ts';

/**
 * The review of a plan: part of the messages between host and inspector.
 *
 * 1. `showPlan` opens the review of a plan, for another part of the editor.
 * 2. `checkPlan`, `applyPlan` and `restorePlan` carry a fresh `requestId`; each gets exactly one of `plan` or `error` with it.
 *    The host answers them one after another, so that a check after a reload sees what was applied.
 */

/** Drawers or groups that one message can name: more than any plan has. Both sides refuse more. */
export const mostReviewed = 1_000_000;

const requestId = z.string().min(1).max(100);
const planId = z.string().min(1).max(200);
const ids = z.array(z.string().min(1).max(500)).max(mostReviewed);
const summaries = z.record(z.string().max(200), z.string().max(longestSummary));

const plan = {
  /** The plan as the palace is now, with the decisions that were sent. */
  plan: planViewSchema,
  /** What applying did, if this host applied it. */
  applied: appliedSchema.nullable(),
  /** What undoing did, if this host undid it. */
  restored: restoredSchema.nullable(),
};

export const showPlanSchema = z.object({ type: z.literal('showPlan'), ...plan });
export const planAnswerSchema = z.object({ type: z.literal('plan'), requestId, ...plan });
export type PlanAnswer = Omit<z.infer<typeof planAnswerSchema>, 'type' | 'requestId'>;

/**
 * Asks for the plan without these drawers. Writes nothing. The page keeps the summaries that a person wrote until the plan
 * is applied; the answer holds the proposed ones, so that the person can return to them.
 */
export const checkPlanSchema = z.strictObject({
  type: z.literal('checkPlan'),
  requestId,
  planId,
  rejectedDrawers: ids,
});
/** Applies the approved groups. No other message of a review archives anything. */
export const applyPlanSchema = z.strictObject({
  type: z.literal('applyPlan'),
  requestId,
  planId,
  groups: z.array(z.string().max(200)).max(mostReviewed),
  rejectedDrawers: ids,
  summaries,
  /** The digest of the plan that the page showed. */
  seen: z.string().max(100),
});
/** Undoes an applied plan. */
export const restorePlanSchema = z.strictObject({ type: z.literal('restorePlan'), requestId, planId });
