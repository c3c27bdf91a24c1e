import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SummaryConsent } from './summaryConsent.ts';
import { planPrompts, type GroupPrompt, type PlanPrompts } from './summaryPrompt.ts';
import { writeSummaries, type GroupOutcome, type SummaryModel, type WriteOptions } from './writeSummaries.ts';

/** A language model of the editor. */
export interface ChatModel extends SummaryModel {
  /** Unique among the editor's models. */
  readonly id: string;
  readonly vendor: string;
}

/** The questions asked for writing summaries; each resolves with `undefined` if the person cancelled. */
export interface SummariesUi {
  /** Asks which of several models to use. */
  pickModel(models: readonly ChatModel[]): Promise<ChatModel | undefined>;
  /** Asks whether these texts may be sent to this model; `always`: without asking again here. */
  askConsent(prompts: readonly GroupPrompt[], model: ChatModel): Promise<'once' | 'always' | undefined>;
  /** Shows that the work is in progress, and lets a person stop it. */
  busy<T>(
    model: ChatModel,
    groups: number,
    work: (progress: Pick<WriteOptions, 'signal' | 'onProgress'>) => Promise<T>,
  ): Promise<T>;
}

type SummariesOutcome =
  /** The editor has no language model. */
  | { readonly kind: 'noModel' }
  /** The plan has no group that may be sent. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'left' }
  | {
      readonly kind: 'written';
      readonly model: ChatModel;
      readonly outcomes: readonly GroupOutcome[];
      readonly withheld: PlanPrompts['withheld'];
    };

interface LetModelWriteOptions {
  readonly api: Pick<PalaceApi, 'evaluatePlan' | 'revisePlan'>;
  readonly models: () => Promise<readonly ChatModel[]>;
  readonly consent: SummaryConsent;
  readonly ui: SummariesUi;
  /** Milliseconds that one group may take. */
  readonly timeoutMs: number;
}

/**
 * Lets a language model write the summaries of a plan that nobody has applied, and puts them into it. No model is
 * asked anything before a person has agreed. Throws E_PLAN, and E_CANCELLED if it was stopped; the plan is then
 * unchanged.
 */
export const letModelWrite = async (
  planId: string,
  { api, models, consent, ui, timeoutMs }: LetModelWriteOptions,
): Promise<SummariesOutcome> => {
  const { plan } = await api.evaluatePlan({ plan_id: planId });
  if (plan.state !== 'proposed')
    throw new PalaceError('E_PLAN', errorText`The plan ${planId} was applied already.`, {
      remedy: 'Make a new plan.',
    });
  const { prompts, withheld } = planPrompts(plan);
  if (prompts.length === 0) return { kind: 'nothing' };
  const available = await models();
  if (available.length === 0) return { kind: 'noModel' };
  const model = available.length === 1 ? available[0] : await ui.pickModel(available);
  if (model === undefined) return { kind: 'left' };
  if (!consent.has(model.id)) {
    const answer = await ui.askConsent(prompts, model);
    if (answer === undefined) return { kind: 'left' };
    if (answer === 'always') consent.remember(model.id);
  }
  const outcomes = await ui.busy(model, prompts.length, (progress) =>
    writeSummaries(prompts, model, { ...progress, timeoutMs }),
  );
  const summaries = Object.fromEntries(
    outcomes.flatMap((outcome) => ('summary' in outcome ? [[outcome.groupId, outcome.summary]] : [])),
  );
  if (Object.keys(summaries).length > 0)
    await api.revisePlan({ plan_id: planId, summaries, summary_writer: 'language_model' });
  return { kind: 'written', model, outcomes, withheld };
};
