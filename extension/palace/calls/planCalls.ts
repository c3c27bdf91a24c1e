import * as z from 'zod';
import { applyPlan } from '../memory/plans/applyPlan.ts';
import { compactionPlan } from '../memory/plans/making/compactionPlan.ts';
import { consolidationPlan } from '../memory/plans/making/consolidationPlan.ts';
import { manualPlan } from '../memory/plans/making/manualPlan.ts';
import { contextTrigger } from '../memory/plans/making/contextTrigger.ts';
import { revisePlan } from '../memory/plans/revisePlan.ts';
import { proposedPlan, storedPlan, storedPlans } from '../memory/plans/storedPlan.ts';
import { undoPlan } from '../memory/plans/undoPlan.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { appliedSchema, restoredSchema, type Plan } from '../contract/memory/planSchemas.ts';
import type { CallOptions, PalaceApi, Params, Result } from '../contract/palaceApi.ts';
import type { Plans } from './plans.ts';
import { planApplied } from './running/planApplied.ts';

/** The calls that make, change, apply and undo plans, in their wire form. */
export type PlanCalls = Pick<
  PalaceApi,
  'compact' | 'evaluatePlan' | 'makePlan' | 'revisePlan' | 'applyPlan' | 'undoPlan' | 'plans'
>;

/** Plans in a list unless the call sets a limit. */
const listed = 50;

/** What is stored of a call's transaction, for the same call made again. */
const keptOfRevised = z.object({ id: z.string() });
const keptOfApplied = appliedSchema.omit({ palace_revision: true });
const keptOfRestored = restoredSchema.omit({ plan_id: true, palace_revision: true });

const timing = (plan: Plan): Result<'makePlan'>['phase_timing_ms'] => ({ adaptive_compaction: plan.timings });

const compact =
  (plans: Plans): PlanCalls['compact'] =>
  async (
    { dry_run: isDry = false, context_used: used, context_max: max, candidate_trace: isTraced, ...wanted },
    call = {},
  ) => {
    if ((used === undefined) !== (max === undefined))
      throw new PalaceError('E_USAGE', 'context_used and context_max belong together.', {
        remedy: 'Give both or neither.',
      });
    const request = plans.request(wanted, call);
    const trigger = contextTrigger(used, max, {
      adaptive: request.profile.flags.adaptive_compaction,
      share: request.profile.flags.compaction_context_share,
      dryRun: isDry,
      profile: request.profile.name,
    });
    if (!trigger.due) return { dry_run: isDry, trigger, plan: null, phase_timing_ms: {} };
    const make = (): Promise<Plan> => compactionPlan({ ...request, context: trigger.context }, plans.parts);
    const { plan, isKept } = isDry
      ? { plan: plans.made(await make()), isKept: false }
      : await plans.keep(call, make);
    return {
      dry_run: isDry,
      trigger,
      plan: plans.view(plan, isKept),
      phase_timing_ms: timing(plan),
      ...(isTraced === true ? { candidate_trace: plan.candidates } : {}),
    };
  };

const planOf = (plans: Plans, request: Params<'makePlan'>, call: CallOptions): Promise<Plan> => {
  const wanted = plans.request(request, call);
  return request.drawer_ids === undefined
    ? consolidationPlan(wanted, plans.parts)
    : manualPlan(request.drawer_ids, wanted, plans.parts);
};

const evaluate =
  (plans: Plans): PlanCalls['evaluatePlan'] =>
  async (request, call = {}) => {
    if (request.plan_id !== undefined)
      return { plan: plans.storedView(request.plan_id, request), phase_timing_ms: {} };
    const plan = plans.made(await planOf(plans, request, call));
    return { plan: plans.view(plan, false), phase_timing_ms: timing(plan) };
  };

const make =
  (plans: Plans): PlanCalls['makePlan'] =>
  async (request, call = {}) => {
    const { plan, isKept } = await plans.keep(call, async () => planOf(plans, request, call));
    return { plan: plans.view(plan, isKept), phase_timing_ms: timing(plan) };
  };

const revise =
  (plans: Plans): PlanCalls['revisePlan'] =>
  async ({ plan_id: id, summaries, summary_writer: writer = 'caller' }, call = {}) => {
    const { store, idempotency, onPlans } = plans.given;
    await idempotency.once(call.request, keptOfRevised, (own) =>
      revisePlan(id, summaries, writer, { store: own }, call.caller?.agent === true),
    );
    const plan = plans.made(storedPlan(store.read, id).plan);
    onPlans();
    return { plan: plans.view(plan, true) };
  };

/**
 * Throws E_APPROVAL for an agent that a person has not allowed to apply plans, and E_PLAN if the plan can't be
 * applied.
 */
const demandApproval = (plans: Plans, planId: string): void => {
  proposedPlan(plans.given.store.read, planId);
  if (plans.agentsMayApply) return;
  throw new PalaceError(
    'E_APPROVAL',
    errorText`The plan ${planId} waits for a person to approve it; nothing was archived.`,
    {
      remedy: errorText`Ask the user to review it: in the editor with “Synapse Palace: Review Compaction…” or the Session view, in a terminal with “synapse-palace compact --show ${planId}” and then “--apply ${planId}”.`,
    },
  );
};

/** Throws E_APPROVAL for an agent that would take back what a person applied, unless it may apply plans itself. */
const demandOwn = (plans: Plans, planId: string): void => {
  const { applied } = storedPlan(plans.given.store.read, planId);
  if (plans.agentsMayApply || applied === null || applied.by === 'agent') return;
  throw new PalaceError(
    'E_APPROVAL',
    errorText`A person applied the plan ${planId}, so only a person can undo it; nothing was changed.`,
    {
      remedy: errorText`Ask the user to undo it: in the editor in the view Archive & Plans, in a terminal with “synapse-palace compact --restore ${planId}”.`,
    },
  );
};

const apply =
  (plans: Plans): PlanCalls['applyPlan'] =>
  async (request, call = {}) => {
    const { store, idempotency } = plans.given;
    const byAgent = call.caller?.agent === true;
    if (byAgent) demandApproval(plans, request.plan_id);
    const applied = await idempotency.once(call.request, keptOfApplied, (own) =>
      applyPlan(
        request.plan_id,
        request,
        { ...plans.parts, store: own },
        { byAgent, signal: call.signal, onProgress: planApplied(call.onProgress) },
      ),
    );
    if (byAgent) await plans.given.sayMoved(request.plan_id);
    await plans.settle();
    return { ...applied, palace_revision: store.revision };
  };

const undo =
  (plans: Plans): PlanCalls['undoPlan'] =>
  async ({ plan_id: id }, call = {}) => {
    const { store, idempotency } = plans.given;
    if (call.caller?.agent === true) demandOwn(plans, id);
    const restored = await idempotency.once(call.request, keptOfRestored, (own) =>
      undoPlan(id, { ...plans.parts, store: own }),
    );
    await plans.settle();
    return { ...restored, plan_id: id, palace_revision: store.revision };
  };

const list =
  (plans: Plans): PlanCalls['plans'] =>
  async ({ limit }) => ({
    plans: storedPlans(plans.given.store.read, limit ?? listed).map(({ plan, state, applied, proposedBy }) => ({
      id: plan.id,
      state,
      kind: plan.kind,
      proposed_by: proposedBy,
      created_at: plan.created_at,
      profile: plan.profile,
      palace_revision: plan.palace_revision,
      groups: plan.groups.length,
      would_archive: plan.would_archive,
      would_create_summaries: plan.would_create_summaries,
      archived: applied?.groups.reduce((sum, { archived }) => sum + archived.length, 0) ?? 0,
    })),
    palace_revision: plans.given.store.revision,
  });

export const planCalls = (plans: Plans): PlanCalls => ({
  compact: compact(plans),
  evaluatePlan: evaluate(plans),
  makePlan: make(plans),
  revisePlan: revise(plans),
  applyPlan: apply(plans),
  undoPlan: undo(plans),
  plans: list(plans),
});
