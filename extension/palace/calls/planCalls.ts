import * as z from 'zod';
import { composeDrawerId } from '../filing/drawerIds.ts';
import { screenedInsert } from '../filing/secrets/screenedInsert.ts';
import { applyPlan } from '../memory/plans/applyPlan.ts';
import { compactionPlan } from '../memory/plans/compactionPlan.ts';
import { alikeNotes, consolidationPlan, manualPlan } from '../memory/plans/consolidationPlan.ts';
import { contextTrigger } from '../memory/plans/contextTrigger.ts';
import type { PlanParts, PlanRequest, SummaryFiling } from '../memory/plans/planParts.ts';
import { planView, type ViewedPlan } from '../memory/plans/planView.ts';
import { restorePlan } from '../memory/plans/undoPlan.ts';
import { revisePlan } from '../memory/plans/revisePlan.ts';
import { keepPlan, storedPlan, storedPlans } from '../memory/plans/storedPlan.ts';
import { contentHash } from '../model/drawer.ts';
import type { ConsolidationCandidate } from '../contract/memorySchemas.ts';
import { PalaceError } from '../model/palaceError.ts';
import { appliedSchema, restoredSchema, type Plan, type PlanView } from '../contract/planSchemas.ts';
import type { CallOptions, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import type { PipelineHooks } from '../retrieval/query/pipelineHooks.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import type { IdempotentCalls } from './idempotency.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import type { CompactionRecord } from '../retrieval/query/compactionRecord.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** The calls that plan, carry out and undo consolidation and compaction, in their wire form. */
export interface PlanCalls {
  readonly compact: (request: Params<'compact'>, options?: CallOptions) => Promise<Result<'compact'>>;
  readonly consolidate: (request: Params<'consolidate'>, options?: CallOptions) => Promise<Result<'consolidate'>>;
  readonly plans: (request: Params<'plans'>) => Promise<Result<'plans'>>;
  /** The plan that was made last, for replay packets; null before the first. */
  readonly lastPlan: () => CompactionRecord | null;
  /** What a session's start is told of: groups among the newest notes. Nothing is planned or written. */
  readonly consolidationCandidates: () => Promise<readonly ConsolidationCandidate[]>;
}

export interface PalacePlanParts {
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
  readonly embeddings: Pick<PalaceEmbeddings, 'settle'>;
  readonly hooks: PipelineHooks;
  readonly profileLayers: ProfileLayersOf;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  /** A plan was made, changed, applied or restored: plans are no part of the memory, and its revision may be what it was. */
  readonly onPlans: () => void;
}

/** Notes that are compared when a session starts: it must not wait for long. */
const lookedAtStart = 200;
/** Plans of a list unless the call says. */
const listed = 50;

/** What is kept of a call's transaction, for the same call made again. */
const keptSchema = z.object({ plan_id: z.string() });
const keptOfRevised = z.object({ id: z.string() });
const keptOfApplied = appliedSchema.omit({ palace_revision: true });
const keptOfRestored = restoredSchema.omit({ plan_id: true, palace_revision: true });

/** The one way in for every text: screened for secrets; the ID does not hang on the text, which may be edited before it is filed. */
const filing: SummaryFiling = {
  idOf: (wing, room, seed) => composeDrawerId(wing, room, contentHash(seed).slice(0, 16)),
  insert: (transaction, drawer) => void screenedInsert(transaction, [drawer]),
};

export const planCalls = ({
  store,
  indexes,
  embeddings,
  hooks,
  profileLayers,
  clock,
  idempotency,
  onPlans,
}: PalacePlanParts): PlanCalls => {
  const parts: PlanParts = {
    store,
    catalogue: indexes.catalogue,
    vectors: () => indexes.vectors,
    analyser: indexes.lexical.analyser,
    hooks,
    filing,
    now: () => clock().getTime(),
    timer: () => performance.now(),
  };
  let last: Plan | null = null;
  const noted = (plan: Plan): Plan => (last = plan);
  const view = (
    viewed: ViewedPlan,
    decided: Pick<Params<'consolidate'>, 'rejected_drawers' | 'summaries'> = {},
  ): PlanView => planView(viewed, decided, parts);
  const made = (plan: Plan, isKept: boolean): PlanView =>
    view({ plan, state: isKept ? 'proposed' : 'transient', applied: null });
  const timing = (plan: Plan): Result<'compact'>['phase_timing_ms'] => ({ adaptive_compaction: plan.timings });
  /** Makes a plan and keeps it; under an ID that made one already, that one. */
  const kept = async (request: string | undefined, make: () => Promise<Plan>): Promise<Plan> => {
    let fresh: Plan | undefined;
    const { plan_id: id } = await idempotency.once(request, keptSchema, async (own) => {
      const plan = noted(await make());
      fresh = plan;
      return own.write((transaction) => {
        keepPlan(transaction, { plan, state: 'proposed', applied: null });
        return { plan_id: plan.id };
      });
    });
    onPlans();
    return fresh ?? storedPlan(store.read, id).plan;
  };
  const requestOf = (
    { profile, overrides, summaries }: Pick<Params<'consolidate'>, 'profile' | 'overrides' | 'summaries'>,
    call: CallOptions,
  ): PlanRequest => ({
    profile: resolveProfile(profile ?? 'default', profileLayers(call), overrides),
    context: null,
    summaries: summaries ?? {},
    signal: call.signal,
  });

  const compact: PlanCalls['compact'] = async (
    { dry_run: isDry = false, context_used: used, context_max: max, candidate_trace: isTraced, ...wanted },
    call = {},
  ) => {
    if ((used === undefined) !== (max === undefined))
      throw new PalaceError('E_USAGE', 'context_used and context_max belong together.', {
        remedy: 'Give both or neither.',
      });
    const request = requestOf(wanted, call);
    const trigger = contextTrigger(used, max, {
      adaptive: request.profile.flags.adaptive_compaction,
      dryRun: isDry,
      profile: request.profile.name,
    });
    if (!trigger.due) return { dry_run: isDry, trigger, plan: null, phase_timing_ms: {} };
    const make = (): Promise<Plan> => compactionPlan({ ...request, context: trigger.context }, parts);
    const plan = isDry ? noted(await make()) : await kept(call.request, make);
    return {
      dry_run: isDry,
      trigger,
      plan: made(plan, !isDry),
      phase_timing_ms: timing(plan),
      ...(isTraced === true ? { candidate_trace: plan.candidates } : {}),
    };
  };

  const consolidate: PlanCalls['consolidate'] = async (request, call = {}) => {
    const { mode, plan_id: planId, drawer_ids: drawerIds } = request;
    const nothing = { mode, plan: null, applied: null, restored: null, phase_timing_ms: {} };
    if (mode === 'apply' || mode === 'restore') {
      if (planId === undefined)
        throw new PalaceError('E_PLAN', `consolidate ${mode} needs the plan_id of a plan that was kept.`, {
          remedy: 'Make one with mode plan, or with compact.',
        });
      if (mode === 'apply') {
        const applied = await idempotency.once(call.request, keptOfApplied, (own) =>
          applyPlan(planId, request, { ...parts, store: own }),
        );
        onPlans();
        await embeddings.settle(false, {});
        return { ...nothing, applied: { ...applied, palace_revision: store.revision } };
      }
      const restored = await idempotency.once(call.request, keptOfRestored, (own) =>
        restorePlan(planId, { ...parts, store: own }),
      );
      onPlans();
      await embeddings.settle(false, {});
      return { ...nothing, restored: { ...restored, plan_id: planId, palace_revision: store.revision } };
    }
    if (mode === 'plan' && planId !== undefined) {
      await idempotency.once(call.request, keptOfRevised, (own) =>
        revisePlan(planId, request.summaries ?? {}, request.summary_writer ?? 'caller', { store: own }),
      );
      const plan = noted(storedPlan(store.read, planId).plan);
      onPlans();
      return { ...nothing, plan: made(plan, true) };
    }
    if (mode === 'evaluate' && planId !== undefined) {
      return { ...nothing, plan: view(storedPlan(store.read, planId), request) };
    }
    const wanted = requestOf(request, call);
    const make = async (): Promise<Plan> =>
      drawerIds === undefined ? consolidationPlan(wanted, parts) : manualPlan(drawerIds, wanted, parts);
    const plan = mode === 'plan' ? await kept(call.request, make) : noted(await make());
    return { ...nothing, plan: made(plan, mode === 'plan'), phase_timing_ms: timing(plan) };
  };

  const plans: PlanCalls['plans'] = async ({ limit }) => ({
    plans: storedPlans(store.read, limit ?? listed).map(({ plan, state, applied }) => ({
      id: plan.id,
      state,
      kind: plan.kind,
      created_at: plan.created_at,
      profile: plan.profile,
      palace_revision: plan.palace_revision,
      groups: plan.groups.length,
      would_archive: plan.would_archive,
      would_create_summaries: plan.would_create_summaries,
      archived: applied?.groups.reduce((sum, { archived }) => sum + archived.length, 0) ?? 0,
    })),
    palace_revision: store.revision,
  });

  const lastPlan = (): CompactionRecord | null => {
    const plan = last ?? storedPlans(store.read, 1)[0]?.plan;
    return plan === undefined
      ? null
      : {
          candidates: plan.candidates,
          plan: {
            plan_id: plan.id,
            created_at: plan.created_at,
            palace_revision: plan.palace_revision,
            summary_count: plan.summary_count,
            // Without what was quoted: a drawer may have become sensitive since.
            groups: plan.groups.map(({ group_id, drawer_ids, alike, shared, summary_drawer_id, writer }) => ({
              group_id,
              drawer_ids,
              alike,
              shared,
              summary_drawer_id,
              writer,
            })),
          },
        };
  };
  const consolidationCandidates = async (): Promise<ConsolidationCandidate[]> =>
    (await alikeNotes(lookedAtStart, parts.now(), parts)).groups.map(({ drawers, alike, shared }) => ({
      drawer_ids: drawers.map(({ id }) => id),
      label: `${drawers.length} notes that say much the same (alike ${(alike ?? 0).toFixed(2)}, ${shared.kind} ${shared.name})`,
    }));
  return { compact, consolidate, plans, lastPlan, consolidationCandidates };
};
