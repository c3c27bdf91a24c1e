import * as z from 'zod';
import { composeDrawerId } from '../filing/drawerIds.ts';
import { readSettings } from '../filing/settingsFiles.ts';
import { screenedInsert } from '../filing/secrets/screenedInsert.ts';
import { compactionCandidates } from '../memory/plans/making/compactionPlan.ts';
import { alikeNotes } from '../memory/plans/making/consolidationPlan.ts';
import type { PlanParts, PlanRequest, SummaryFiling } from '../memory/plans/planParts.ts';
import { applyingView, planView } from '../memory/plans/planView.ts';
import { keepPlan, proposedPlan, storedPlan, storedPlans } from '../memory/plans/storedPlan.ts';
import { contentHash } from '../model/drawer/drawer.ts';
import { drawerId } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { ConsolidationCandidate } from '../contract/memory/ageingSchemas.ts';
import type { Plan, PlanCandidate, PlanView } from '../contract/memory/planSchemas.ts';
import type { CallOptions, Params } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import type { PipelineHooks } from '../retrieval/query/pipelineHooks.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import { notesCompared } from './running/notesCompared.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import type { ProfileFlags } from '../retrieval/profiles/profileFlags.ts';
import type { CompactionRecord } from '../retrieval/query/compactionRecord.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';

interface PalacePlanParts {
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
  readonly embeddings: Pick<PalaceEmbeddings, 'settle'>;
  readonly hooks: PipelineHooks;
  readonly profileLayers: ProfileLayersOf;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  /**
   * Called when a plan was made, changed, applied or undone. Plans are not part of the memory, so its revision may
   * stay the same.
   */
  readonly onPlans: () => void;
  /** Logs what a batch moved. */
  readonly sayMoved: (batch: string) => Promise<void>;
}

/** How many notes are compared when a session starts, because the session must not wait long. */
const newestCompared = 200;
/** Drawers marked as replaced that are looked at when a session starts. */
const newestReplaced = 500;

/** What is stored of the transaction that keeps a plan, for the same call made again. */
const keptSchema = z.object({ plan_id: z.string() });

/**
 * Summaries are filed like every text: screened for secrets. Their IDs do not depend on the text, which a person
 * may edit first.
 */
const filing: SummaryFiling = {
  idOf: (wing, room, seed) => composeDrawerId(wing, room, contentHash(seed).slice(0, 16)),
  insert: (transaction, drawer) => void screenedInsert(transaction, [drawer]),
};

/** A plan quotes its drawers: one that was erased while the plan was made must not come back with it. Throws E_PLAN. */
const demandThere = ({ groups }: Plan, read: ReadQueries): void => {
  if (groups.every(({ drawer_ids: ids }) => ids.every((id) => read.drawerById(drawerId(id)) !== undefined)))
    return;
  throw new PalaceError('E_PLAN', 'Drawers of the plan were erased while it was made. It is not kept.', {
    remedy: 'Make a new plan.',
  });
};

export interface CandidatesWanted extends Pick<CallOptions, 'signal' | 'onProgress'> {
  /** IDs of drawers that are about to be archived. */
  readonly leaving?: ReadonlySet<string>;
}

/** What the plan calls share: the parts that plans are made with, and the latest plan. */
export class Plans {
  readonly given: PalacePlanParts;
  readonly parts: PlanParts;
  #last: Plan | null = null;

  constructor(given: PalacePlanParts) {
    const { store, indexes, hooks, clock } = given;
    this.given = given;
    this.parts = {
      store,
      catalogue: indexes.catalogue,
      vectors: () => indexes.vectors,
      analyser: indexes.lexical.analyser,
      hooks,
      filing,
      now: () => clock().getTime(),
      timer: () => performance.now(),
    };
  }

  /** Resolves the profile of a call. Throws E_PROFILE and E_FLAG. */
  request(
    { profile, overrides, summaries }: Pick<Params<'makePlan'>, 'profile' | 'overrides' | 'summaries'>,
    call: CallOptions,
  ): PlanRequest {
    return {
      profile: resolveProfile(profile ?? 'default', this.given.profileLayers(call), overrides),
      context: null,
      summaries: summaries ?? {},
      signal: call.signal,
      onCompared: notesCompared(call.onProgress),
    };
  }

  /** Remembers this plan as the latest. */
  made(plan: Plan): Plan {
    this.#last = plan;
    return plan;
  }

  /**
   * Makes a plan and keeps it if there is something to review: only so many are kept, and one with no groups would push out
   * another. A request that already made one gets the same plan.
   */
  async keep(
    { request, caller }: CallOptions,
    make: () => Promise<Plan>,
  ): Promise<{ readonly plan: Plan; readonly isKept: boolean }> {
    let fresh: Plan | undefined;
    const { plan_id: id } = await this.given.idempotency.once(request, keptSchema, async (own) => {
      const plan = this.made(await make());
      fresh = plan;
      if (plan.groups.length === 0) return { plan_id: plan.id };
      return own.write((transaction) => {
        demandThere(plan, transaction.read);
        keepPlan(transaction, {
          plan,
          state: 'proposed',
          applied: null,
          proposedBy: caller?.agent === true ? 'agent' : 'person',
          isRewritten: false,
        });
        return { plan_id: plan.id };
      });
    });
    if (fresh?.groups.length === 0) return { plan: fresh, isKept: false };
    this.given.onPlans();
    return { plan: fresh ?? storedPlan(this.given.store.read, id).plan, isKept: true };
  }

  /** A new plan as a review shows it. */
  view(plan: Plan, isKept: boolean): PlanView {
    return planView({ plan, state: isKept ? 'proposed' : 'transient', applied: null }, {}, this.parts);
  }

  /** A stored plan as a review shows it, under these decisions; `applying`: as applying it now would carry it out. Throws E_PLAN. */
  storedView(id: string, { applying = false, ...decided }: Omit<Params<'evaluatePlan'>, 'plan_id'>): PlanView {
    const { read } = this.given.store;
    return applying
      ? applyingView(proposedPlan(read, id), decided, this.parts)
      : planView(storedPlan(read, id), decided, this.parts);
  }

  /** Whether an agent may carry out plans now, by the palace's settings. */
  get agentsMayApply(): boolean {
    return readSettings(this.given.store.folder).values.agents_may_apply === 'always';
  }

  /** Reports that plans changed, and embeds the drawers that were filed or restored. */
  async settle(): Promise<void> {
    this.given.onPlans();
    await this.given.embeddings.settle();
  }

  /** The latest plan, for replay packets; null before the first. */
  last(): CompactionRecord | null {
    const plan = this.#last ?? storedPlans(this.given.store.read, 1)[0]?.plan;
    if (plan === undefined) return null;
    return {
      candidates: plan.candidates,
      plan: {
        plan_id: plan.id,
        created_at: plan.created_at,
        palace_revision: plan.palace_revision,
        summary_count: plan.summary_count,
        // Quoted text is left out: a drawer may have become sensitive since.
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
  }

  /**
   * Drawers that a compaction would propose: those marked as replaced or among the `detected` (rowid → what
   * replaces it), if nobody has used them for a long time. Costs no scan, because a session waits for it.
   */
  compactable(detected: ReadonlyMap<number, string>, flags: ProfileFlags): readonly PlanCandidate[] {
    const { store } = this.given;
    const rowids = [...new Set([...store.read.supersededRowids().slice(-newestReplaced), ...detected.keys()])];
    const drawers = store.read.drawersByRowid(rowids).filter(({ archived }) => !archived);
    return compactionCandidates(drawers, detected, this.parts, flags, this.parts.now());
  }

  /**
   * Groups of the newest notes that one summary could replace, without those that are `leaving`. Plans and writes nothing.
   * Throws E_CANCELLED.
   */
  async candidates({ leaving, signal, onProgress }: CandidatesWanted): Promise<readonly ConsolidationCandidate[]> {
    const { flags } = resolveProfile('default', this.given.profileLayers());
    const { groups } = await alikeNotes(
      {
        looked: newestCompared,
        nowMs: this.parts.now(),
        signal,
        onCompared: notesCompared(onProgress),
        ...(leaving === undefined ? {} : { leaving }),
      },
      flags,
      this.parts,
    );
    return groups.map(({ drawers, alike, shared }) => ({
      drawer_ids: drawers.map(({ id }) => id),
      label: `${drawers.length} similar notes (alike ${(alike ?? 0).toFixed(2)}, ${shared.kind} “${shared.name}”)`,
    }));
  }
}
