import type {
  AppliedReport,
  PlanView,
  RestoredReport,
} from '../../extension/palace/contract/memory/planSchemas.ts';
import type { HostMessage } from '../../extension/protocol/inspectorMessages.ts';
import { failureOf, type Failure } from '../host/failure.ts';

/** A person's decisions on a plan so far; kept over a reload. */
export interface ReviewDraft {
  readonly planId: string;
  /** Drawers that stay. */
  readonly rejected: readonly string[];
  /** Groups that a person approved although their drawers contradict each other. */
  readonly agreed: readonly string[];
  /** Edited summaries, by group. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Drawers whose texts are open. */
  readonly open: readonly string[];
}

/**
 * A request to the host: `read` after a reload, `check` after a decision, `ask` before the confirmation, then
 * `apply` or `restore`.
 */
export type ReviewQuestion = 'read' | 'check' | 'ask' | 'apply' | 'restore';

/** The reviewed plan, which belongs to the host and is never persisted. */
export interface Review {
  readonly plan: PlanView | null;
  /** The rejected drawers that `plan` was computed without. */
  readonly checked: readonly string[];
  /** What applying or undoing it did, if that is known. */
  readonly applied: AppliedReport | null;
  readonly restored: RestoredReport | null;
  readonly pending: {
    readonly requestId: string;
    readonly question: ReviewQuestion;
    readonly rejected: readonly string[];
  } | null;
  /** The one question before anything is written is open. */
  readonly isAsking: boolean;
  /** The summaries are others than those that were shown before: an agent rewrote them meanwhile. */
  readonly isRewritten: boolean;
  readonly failure: Failure | null;
}

/** The host is applying the plan or undoing it. */
export const isCarryingOut = ({ pending }: Review): boolean =>
  pending?.question === 'apply' || pending?.question === 'restore';

export const noReview: Review = {
  plan: null,
  checked: [],
  applied: null,
  restored: null,
  pending: null,
  isAsking: false,
  isRewritten: false,
  failure: null,
};

export type ReviewAction =
  | {
      readonly type: 'planAsked';
      readonly requestId: string;
      readonly question: ReviewQuestion;
      readonly rejected: readonly string[];
    }
  | { readonly type: 'reviewQuestionClosed' }
  | { readonly type: 'reviewDecided'; readonly change: Partial<Omit<ReviewDraft, 'planId'>> };

export const freshDraft = (planId: string): ReviewDraft => ({
  planId,
  rejected: [],
  agreed: [],
  summaries: {},
  open: [],
});

/** The draft for a plan that comes into view: the earlier one for the same plan, a new one for another. */
export const draftFor = (draft: ReviewDraft | null, planId: string): ReviewDraft =>
  draft?.planId === planId ? draft : freshDraft(planId);

/** How many plans keep their drafts while another one is looked at. */
export const mostDrafts = 20;

const isDecided = ({ rejected, agreed, summaries }: ReviewDraft): boolean =>
  rejected.length + agreed.length + Object.keys(summaries).length > 0;

/** The drafts when a plan comes into view: its earlier one, or a new one; those of other plans wait for theirs, the latest first. */
export const draftsFor = (
  { review, otherReviews }: { readonly review: ReviewDraft | null; readonly otherReviews: readonly ReviewDraft[] },
  planId: string,
): { readonly review: ReviewDraft; readonly otherReviews: readonly ReviewDraft[] } => {
  const all = [...(review === null ? [] : [review]), ...otherReviews];
  return {
    review: all.find((draft) => draft.planId === planId) ?? freshDraft(planId),
    otherReviews: all.filter((draft) => draft.planId !== planId && isDecided(draft)).slice(0, mostDrafts),
  };
};

export const reduceReview = (review: Review, action: ReviewAction): Review => {
  switch (action.type) {
    case 'planAsked': {
      const { requestId, question, rejected } = action;
      return {
        ...review,
        pending: { requestId, question, rejected },
        failure: null,
        isRewritten: question !== 'ask' && review.isRewritten,
        isAsking: question === 'apply' ? review.isAsking : false,
      };
    }
    case 'reviewQuestionClosed':
      return review.isAsking ? { ...review, isAsking: false } : review;
    case 'reviewDecided':
      // A decision changes the subject of the question.
      return review.isAsking || review.failure !== null ? { ...review, isAsking: false, failure: null } : review;
  }
};

/** Puts an answer where its question waits; anything else leaves the review as it is. */
export const reviewAnswered = (review: Review, message: HostMessage): Review => {
  if (message.type === 'showPlan')
    return { ...noReview, plan: message.plan, applied: message.applied, restored: message.restored };
  const { pending } = review;
  if (pending === null || !('requestId' in message) || message.requestId !== pending.requestId) return review;
  if (message.type === 'error')
    return {
      ...review,
      pending: null,
      isAsking: false,
      failure: failureOf(message),
    };
  if (message.type !== 'plan') return review;
  const { plan, applied, restored } = message;
  const isRewritten =
    plan.state === 'proposed' &&
    (review.isRewritten || (review.plan?.id === plan.id && review.plan.digest !== plan.digest));
  return {
    plan,
    applied,
    restored,
    checked: pending.rejected,
    pending: null,
    // Nobody is asked to approve what was not on the page before.
    isAsking: pending.question === 'ask' && plan.state === 'proposed' && !isRewritten,
    isRewritten,
    failure: null,
  };
};
