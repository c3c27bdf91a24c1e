import * as z from 'zod';
import { appliedSchema, longestSummary, planViewSchema, restoredSchema } from '../palace/contract/planSchemas.ts';

/**
 * The review of a plan, part of the inspector's conversation.
 *
 * 1. `showPlan` opens the review on a plan: another part of the editor asked for it.
 * 2. `checkPlan`, `applyPlan` and `restorePlan` carry a fresh `requestId`; each gets exactly one of `plan` or `error` with it.
 *    The host answers them one after another, so that a check after a reload tells what an application came to.
 */

const requestId = z.string().min(1).max(100);
const planId = z.string().min(1).max(200);
const ids = z.array(z.string().min(1).max(500)).max(50_000);
const summaries = z.record(z.string().max(200), z.string().max(longestSummary));

const plan = {
  /** As the palace of now has it, under the decisions that were sent. */
  plan: planViewSchema,
  /** What applying did, where this host did it. */
  applied: appliedSchema.nullable(),
  /** What undoing did, where this host did it. */
  restored: restoredSchema.nullable(),
};

export const showPlanSchema = z.object({ type: z.literal('showPlan'), ...plan });
export const planAnswerSchema = z.object({ type: z.literal('plan'), requestId, ...plan });
export type PlanAnswer = Omit<z.infer<typeof planAnswerSchema>, 'type' | 'requestId'>;

/**
 * What the plan comes to without these drawers. Writes nothing. A person's own summaries stay in the page until they are
 * applied: the answer holds the proposals, to which the person may go back.
 */
export const checkPlanSchema = z.strictObject({
  type: z.literal('checkPlan'),
  requestId,
  planId,
  rejectedDrawers: ids,
});
/** Carries the approved groups out: the only message of a review that archives anything. */
export const applyPlanSchema = z.strictObject({
  type: z.literal('applyPlan'),
  requestId,
  planId,
  groups: z.array(z.string().max(200)).max(50_000),
  rejectedDrawers: ids,
  summaries,
});
/** Undoes an applied plan. */
export const restorePlanSchema = z.strictObject({ type: z.literal('restorePlan'), requestId, planId });
