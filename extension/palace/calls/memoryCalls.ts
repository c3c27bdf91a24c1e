import * as z from 'zod';
import { SerialQueue } from '../../base/serialQueue.ts';
import { ageingLimits } from '../memory/ageing/ageingRules.ts';
import {
  batchName,
  restoreBatch,
  restoreDrawers,
  restoreReason,
  type Restored,
} from '../memory/ageing/archiveBatch.ts';
import { moveBack } from '../memory/ageing/movedBatches.ts';
import { ageMemory } from '../memory/ageing/maintenance.ts';
import { patternList, resolvePattern } from '../memory/patterns/patterns.ts';
import { supersedeCheck } from '../memory/plans/supersedeCheck.ts';
import { sessionContext } from '../memory/session/sessionContext.ts';
import { isoTime } from '../model/ids.ts';
import { type ConsolidationCandidate } from '../contract/memory/ageingSchemas.ts';
import { patternSchema } from '../contract/memory/patternSchemas.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { ScanReport } from '../contract/search/scanSchemas.ts';
import type { CallOptions, PalaceApi, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import type { PlanCandidate } from '../contract/memory/planSchemas.ts';
import type { ProfileFlags } from '../retrieval/profiles/profileFlags.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** The calls that age the memory and give a session its context, in their wire form. */
export type MemoryCalls = Pick<
  PalaceApi,
  | 'maintain'
  | 'restore'
  | 'archiveBatches'
  | 'archiveReasons'
  | 'patterns'
  | 'resolvePattern'
  | 'sessionContext'
  | 'supersedeCheck'
>;

export interface MemoryCallsParts {
  readonly store: PalaceStore;
  readonly indexes: Pick<PalaceIndexes, 'catalogue' | 'vectors'>;
  readonly embeddings: Pick<PalaceEmbeddings, 'settle'>;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  readonly profileLayers: ProfileLayersOf;
  /** Indexes a repository's commits at the end of maintenance. */
  readonly indexCommits: (
    request: Params<'indexCommits'>,
    options?: CallOptions,
  ) => Promise<Result<'indexCommits'>>;
  /** Brings long-term potentiation up to date. */
  readonly updateLtp: (dryRun: boolean, signal?: AbortSignal) => Promise<ScanReport>;
  /** Groups of drawers that one summary could replace. */
  readonly consolidationCandidates?: () => Promise<readonly ConsolidationCandidate[]>;
  /** Drawers that a compaction would propose; `detected` is rowid → what replaces it. */
  readonly compactionCandidates?: (
    detected: ReadonlyMap<number, string>,
    flags: ProfileFlags,
  ) => readonly PlanCandidate[];
  /** Logs what a batch moved. */
  readonly sayMoved?: (batch: string) => void;
}

/** Candidates of a supersede check unless the call says. */
const usualCandidates = 10;

/** What the transaction of a restore returns, and what resolving a pattern returns. */
const restoredSchema = z.object({
  restored: z.array(z.string()),
  unchanged: z.number().int(),
  missing: z.array(z.string()),
});
const resolvedSchema = z.object({ pattern: patternSchema, changed: z.boolean() });

/**
 * Resumes a restore that was interrupted between two transactions. Returns what the earlier transactions restored
 * together with what is restored now.
 */
const goOnRestoring = async (
  earlier: readonly (readonly string[])[],
  restore: () => Promise<Restored>,
): Promise<Restored> => {
  const before = earlier.flat();
  try {
    const { restored, unchanged, missing } = await restore();
    return { restored: [...before, ...restored], unchanged, missing };
  } catch (thrown) {
    // The restore was complete; only its answer was lost.
    if (before.length > 0 && PalaceError.from(thrown).code === 'E_USAGE')
      return { restored: before, unchanged: 0, missing: [] };
    throw thrown;
  }
};

/** How many days of commits maintenance indexes. */
const lastDay = 1;
const batches = 50;

export const memoryCalls = ({
  store,
  indexes,
  embeddings,
  clock,
  idempotency,
  profileLayers,
  indexCommits,
  updateLtp,
  consolidationCandidates = async () => [],
  compactionCandidates = () => [],
  sayMoved = () => undefined,
}: MemoryCallsParts): MemoryCalls => {
  const present = () => isoTime(clock());
  /** Passes run one after the other: two at once would do the same work twice. */
  const passes = new SerialQueue();

  const maintain = async (
    request: Params<'maintain'>,
    { signal, onProgress }: CallOptions,
  ): Promise<Result<'maintain'>> => {
    const started = performance.now();
    const dryRun = request.dry_run === true;
    const aged = await ageMemory(store, {
      dryRun,
      now: isoTime(request.now ?? clock()),
      limits: ageingLimits(request.limits),
      signal,
      onProgress: (done, total) =>
        onProgress?.({
          stage: 'scanning',
          done,
          total,
          message: 'drawers checked for their age',
          per_second: null,
        }),
    });
    if (!dryRun && aged.batch !== null) sayMoved(aged.batch);
    const scan = await updateLtp(dryRun, signal);
    const candidates = await consolidationCandidates();
    const git =
      dryRun || request.repo_path === undefined
        ? null
        : await indexCommits(
            { repo_path: request.repo_path, days: lastDay, automatic: true },
            { ...(signal === undefined ? {} : { signal }) },
          );
    return {
      dry_run: dryRun,
      ...aged,
      consolidation_candidates: [...candidates],
      git,
      // A folder without a repository is nothing to warn about.
      warnings:
        git === null || git.reason === null || git.outcome === 'not_a_repository' || git.outcome === 'no_commits'
          ? []
          : [`Git: ${git.reason}`],
      scan,
      elapsed_ms: Math.round(performance.now() - started),
    };
  };

  const restore = async (
    { drawer_ids: ids, batch, reason }: Params<'restore'>,
    { signal, request }: CallOptions,
  ): Promise<Result<'restore'>> => {
    if ([ids, batch, reason].filter((part) => part !== undefined).length !== 1)
      throw new PalaceError('E_USAGE', 'restore: give drawer_ids, or a batch, or a reason.');
    const planId = batch === undefined ? null : (store.read.moveBatch(batch)?.planId ?? null);
    if (planId !== null)
      throw new PalaceError('E_USAGE', errorText`The batch “${batch ?? ''}” is a plan that was applied.`, {
        remedy: errorText`Undo it: compact --restore ${planId}, or Undo Plan in the editor.`,
      });
    const movedBack = batch === undefined ? [] : await moveBack(store, batch, present());
    const { restored, unchanged, missing } =
      ids !== undefined
        ? await idempotency.once(request, restoredSchema, (own) => restoreDrawers(own, ids, present()))
        : await idempotency.inSteps(request, z.array(z.string()), (own, earlier) =>
            goOnRestoring(earlier, () =>
              batch !== undefined
                ? restoreBatch(own, batch, present(), signal, movedBack.length > 0)
                : restoreReason(own, reason ?? '', present(), signal),
            ),
          );
    // A drawer that was archived before it had a vector needs one now.
    if (restored.length > 0) await embeddings.settle(false, {});
    return { restored: [...restored], moved_back: movedBack, unchanged, missing: [...missing] };
  };

  return {
    maintain: (request, options = {}) => passes.run(() => maintain(request, options)),
    restore: (request, options = {}) => restore(request, options),
    archiveBatches: async ({ limit, reason: wanted }) => ({
      batches: store.read.archiveBatches(limit ?? batches, wanted).map(({ reason, archivedAt, drawers }) => ({
        batch: batchName({ reason, archivedAt }),
        reason,
        archived_at: archivedAt,
        drawers,
      })),
    }),
    archiveReasons: async () => {
      const reasons = store.read.archiveReasons();
      return { total: reasons.reduce((sum, { drawers }) => sum + drawers, 0), reasons };
    },
    patterns: async ({ include_resolved: includeResolved }) => ({
      patterns: patternList(store.read, includeResolved === true),
    }),
    resolvePattern: ({ pattern_id: id, resolved }, { request } = {}) =>
      idempotency.once(request, resolvedSchema, (own) => resolvePattern(own, id, resolved ?? true, present())),
    supersedeCheck: (request, call = {}) => {
      const { flags } = resolveProfile('default', profileLayers(call));
      return supersedeCheck(
        { read: store.read, catalogue: indexes.catalogue, vectors: indexes.vectors },
        {
          flags: {
            supersede_similarity_threshold: request.similarity_threshold ?? flags.supersede_similarity_threshold,
            supersede_min_age_gap_days: request.min_age_gap_days ?? flags.supersede_min_age_gap_days,
          },
          most: request.max_candidates ?? usualCandidates,
          wing: request.wing,
          signal: call.signal,
        },
      );
    },
    sessionContext: ({ tokens, session_id: sessionId }, call = {}) => {
      const { flags } = resolveProfile('default', profileLayers(call));
      return sessionContext(
        {
          read: store.read,
          catalogue: indexes.catalogue,
          vectors: () => indexes.vectors,
          flags,
          consolidationCandidates,
          compactionCandidates: (detected) => compactionCandidates(detected, flags),
        },
        {
          tokens: tokens ?? null,
          sessionId: sessionId ?? null,
          now: present(),
          signal: call.signal,
        },
      );
    },
  };
};
