import { SerialQueue } from '../../base/async/serialQueue.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { HostMessage, InspectorMessage } from '../../protocol/inspectorMessages.ts';
import type { PlanAnswer } from '../../protocol/reviewMessages.ts';

interface ReviewDependencies {
  readonly post: (message: HostMessage) => void;
  /** Rejects with E_PALACE_NOT_FOUND if there is none. */
  readonly palace: () => Promise<PalaceApi>;
  readonly fail: (thrown: unknown, requestId: string) => void;
  /** Drawers were archived or came back. */
  readonly changed: () => void;
}

/** A message about a plan that expects an answer. */
type PlanQuestion = Extract<InspectorMessage, { readonly type: 'checkPlan' | 'applyPlan' | 'restorePlan' }>;

type Decided = Pick<Extract<PlanQuestion, { readonly type: 'checkPlan' }>, 'planId' | 'rejectedDrawers'>;

/** The host's side of reviewing plans: reads, applies and undoes them, one question after another. */
export class InspectorReview {
  readonly #dependencies: ReviewDependencies;
  readonly #questions = new SerialQueue();
  /** What was done to a plan here. A reloaded page gets it again. */
  readonly #outcomes = new Map<string, Pick<PlanAnswer, 'applied' | 'restored'>>();

  constructor(dependencies: ReviewDependencies) {
    this.#dependencies = dependencies;
  }

  /** Opens the review of a stored plan. Throws E_PLAN if there is none. */
  async show(planId: string): Promise<void> {
    this.#dependencies.post({
      type: 'showPlan',
      ...(await this.#questions.run(() => this.#read({ planId, rejectedDrawers: [] }))),
    });
  }

  /** Drops what was done to plans, because it may quote erased text. */
  forget(): void {
    this.#outcomes.clear();
  }

  /** Gives exactly one answer. */
  async answer(question: PlanQuestion): Promise<void> {
    const { requestId } = question;
    try {
      this.#dependencies.post({
        type: 'plan',
        requestId,
        ...(await this.#questions.run(() => this.#answerTo(question))),
      });
    } catch (thrown) {
      this.#dependencies.fail(thrown, requestId);
    }
  }

  async #answerTo(question: PlanQuestion): Promise<PlanAnswer> {
    if (question.type === 'checkPlan') return this.#read(question);
    const { planId } = question;
    const palace = await this.#dependencies.palace();
    const outcome =
      question.type === 'restorePlan'
        ? { applied: null, restored: await palace.undoPlan({ plan_id: planId }) }
        : {
            applied: await palace.applyPlan({
              plan_id: planId,
              groups: question.groups,
              rejected_drawers: question.rejectedDrawers,
              summaries: question.summaries,
              seen: question.seen,
            }),
            restored: null,
          };
    this.#outcomes.set(planId, outcome);
    this.#dependencies.changed();
    return { ...(await this.#read({ planId, rejectedDrawers: [] })), ...outcome };
  }

  async #read({ planId, rejectedDrawers }: Decided): Promise<PlanAnswer> {
    const { plan } = await (
      await this.#dependencies.palace()
    ).evaluatePlan({ plan_id: planId, rejected_drawers: rejectedDrawers });
    const outcome = plan.state === 'proposed' ? undefined : this.#outcomes.get(planId);
    return { plan, applied: outcome?.applied ?? null, restored: outcome?.restored ?? null };
  }
}
