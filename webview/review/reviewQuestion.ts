import type { PlanView } from '../../extension/palace/contract/memory/planSchemas.ts';
import type { InspectorMessage } from '../../extension/protocol/inspectorMessages.ts';
import { isCarriedOut } from './groupModel.ts';
import { reviewModel } from './reviewModel.ts';
import type { ReviewDraft, ReviewQuestion } from './review.ts';

/** The message for a question about the reviewed plan. A summary that can't be filed is not sent, because its group is not applied. */
export const reviewQuestionOf = (
  question: ReviewQuestion,
  requestId: string,
  draft: ReviewDraft,
  plan: PlanView | null,
): InspectorMessage => {
  const { planId } = draft;
  const rejectedDrawers = [...draft.rejected];
  if (question === 'restore') return { type: 'restorePlan', requestId, planId };
  if (question !== 'apply' || plan === null) return { type: 'checkPlan', requestId, planId, rejectedDrawers };
  const groups = reviewModel(plan, draft, draft.rejected, null)
    .groups.filter(isCarriedOut)
    .map(({ group }) => group.group_id);
  const filed = Object.entries(draft.summaries).filter(([id]) => groups.includes(id));
  return {
    type: 'applyPlan',
    requestId,
    planId,
    groups,
    rejectedDrawers,
    summaries: Object.fromEntries(filed),
    seen: plan.digest,
  };
};
