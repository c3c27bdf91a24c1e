import * as vscode from 'vscode';
import type { CallOptions, PalaceApi } from '../../../palace/contract/palaceApi.ts';
import type { PlanView } from '../../../palace/contract/memory/planSchemas.ts';
import { requirePalace } from '../../palace/requirePalace.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { withCancel } from '../../platform/withCancel.ts';
import { planLine, whyNothing } from '../../review/reviewText.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

interface ReviewCommandDependencies extends CommandDependencies {
  /** Shows a stored plan in the inspector's Review tab. */
  readonly openReview: (planId: string) => Promise<void>;
  /** Prepares a plan that was just made, before it is shown. */
  readonly prepare: (planId: string) => Promise<void>;
}

type Kind = PlanView['kind'];
/** Maximum plans in the list. */
const listed = 10;

/** Makes a plan of a kind: evaluated, or kept. */
const makePlan = async (
  api: PalaceApi,
  kind: Kind,
  isKept: boolean,
  options: CallOptions,
): Promise<PlanView | null> => {
  const { plan } =
    kind === 'compaction'
      ? await api.compact({ dry_run: !isKept }, options)
      : await (isKept ? api.makePlan({}, options) : api.evaluatePlan({}, options));
  return plan;
};

/**
 * `reviewCompaction`: asks which kind of plan and evaluates it without writing anything. If there is something to review, it
 * keeps the plan and shows it. Given the ID of a stored plan, it shows that plan and asks nothing.
 */
export const registerReviewCommand = (dependencies: ReviewCommandDependencies): vscode.Disposable =>
  registerCommands({ reviewCompaction: (planId) => reviewCompaction(planId, dependencies) }, dependencies);

const reviewCompaction = async (planId: unknown, dependencies: ReviewCommandDependencies): Promise<void> => {
  const { session, localiser, openReview } = dependencies;
  const { t } = localiser;
  if (!(await requirePalace(session, localiser))) return;
  if (typeof planId === 'string') return openReview(planId);
  const chosen = await vscode.window.showQuickPick(choices(await session.api(), localiser), {
    title: t('Review Compaction'),
    placeHolder: t('Nothing is archived before you approve it'),
    matchOnDetail: true,
  });
  if (chosen?.kept !== undefined) return openReview(chosen.kept);
  if (chosen?.plan !== undefined) await review(chosen.plan, dependencies);
};

const review = async (kind: Kind, dependencies: ReviewCommandDependencies): Promise<void> => {
  const { session, localiser, log, openReview, prepare } = dependencies;
  const { t } = localiser;
  const api = await session.api();
  const title = kind === 'compaction' ? t('Looking for replaced, unused notes') : t('Looking for similar notes');
  const plan = await withCancel(title, localiser, async (options) => {
    const evaluated = await makePlan(api, kind, false, options);
    return evaluated === null || evaluated.groups.length === 0 ? evaluated : makePlan(api, kind, true, options);
  });
  if (plan === null) return;
  log.info(
    `Review: ${kind}, ${plan.candidates.length} candidates, ${plan.groups.length} groups in ${plan.timings.total_ms} ms`,
  );
  if (plan.groups.length > 0) {
    await prepare(plan.id);
    return openReview(plan.id);
  }
  const other = kind === 'compaction' ? t('Summarize Similar Notes') : t('Summarize Replaced Notes');
  const chosen = await vscode.window.showInformationMessage(whyNothing(plan, localiser), other);
  if (chosen === other) await review(kind === 'compaction' ? 'consolidation' : 'compaction', dependencies);
};

interface Choice extends vscode.QuickPickItem {
  readonly plan?: Kind;
  /** ID of a stored plan. */
  readonly kept?: string;
}

const choices = async (api: PalaceApi, localiser: Localiser): Promise<Choice[]> => {
  const { t, date } = localiser;
  const { plans } = await api.plans({ limit: 50 });
  const kept = (label: string, states: readonly string[]): Choice[] => {
    const some = plans.filter(({ state, groups }) => states.includes(state) && groups > 0).slice(0, listed);
    return some.length === 0
      ? []
      : [
          { label, kind: vscode.QuickPickItemKind.Separator },
          ...some.map((plan): Choice => ({
            kept: plan.id,
            label: `$(checklist) ${planLine(plan, localiser)}`,
            description: date(plan.created_at),
            detail: plan.id,
          })),
        ];
  };
  return [
    {
      plan: 'compaction',
      label: `$(fold) ${t('Summarize replaced, unused notes')}`,
      detail: t('Drawers that a newer one replaced and that nobody has used for a while'),
    },
    {
      plan: 'consolidation',
      label: `$(list-selection) ${t('Summarize similar notes')}`,
      detail: t('Issues, decisions and insights that are alike and share a tag or a room'),
    },
    ...kept(t('Kept for review'), ['proposed']),
    ...kept(t('Applied: can be undone'), ['applied']),
  ];
};
