import * as z from 'zod';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import { ageingLimits } from '../memory/ageing/ageingRules.ts';
import { batchName } from '../memory/ageing/archiveBatch.ts';
import { ageMemory } from '../memory/ageing/maintenance.ts';
import { patternList, resolvePattern } from '../memory/patterns/patterns.ts';
import { supersedeCheck } from '../memory/curation/supersedeCheck.ts';
import { sessionContext } from '../memory/session/sessionContext.ts';
import { isoTime } from '../model/drawer/ids.ts';
import { type ConsolidationCandidate } from '../contract/memory/ageingSchemas.ts';
import { patternSchema } from '../contract/memory/patternSchemas.ts';
import type { ScanReport } from '../contract/search/scanSchemas.ts';
import type { CallOptions, PalaceApi, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import { restoreCall } from './restoreCall.ts';
import type { CandidatesWanted } from './plans.ts';
import { notesCompared } from './running/notesCompared.ts';
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

interface MemoryCallsParts {
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
  readonly consolidationCandidates: (wanted: CandidatesWanted) => Promise<readonly ConsolidationCandidate[]>;
  /** Drawers that a compaction would propose; `detected` is rowid → what replaces it. */
  readonly compactionCandidates: (
    detected: ReadonlyMap<number, string>,
    flags: ProfileFlags,
  ) => readonly PlanCandidate[];
  /** Logs what a batch moved. */
  readonly sayMoved: (batch: string) => Promise<void>;
}

/** Candidates of a supersede check unless the call says. */
const usualCandidates = 10;

const resolvedSchema = z.object({ pattern: patternSchema, changed: z.boolean() });

/** How many days of commits maintenance indexes. */
const lastDay = 1;
const batches = 50;

export const memoryCalls = (parts: MemoryCallsParts): MemoryCalls => {
  const { store, indexes, embeddings, clock, idempotency, profileLayers } = parts;
  const present = () => isoTime(clock());
  /** Passes run one after the other: two at once would do the same work twice. */
  const passes = new SerialQueue();
  return {
    maintain: (request, options = {}) => passes.run(() => maintain(parts, request, options)),
    restore: (request, options = {}) => restoreCall({ store, embeddings, idempotency, present }, request, options),
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
    supersedeCheck: (request, call = {}) => outdatedNotes(parts, request, call),
    sessionContext: ({ tokens, session_id: sessionId }, call = {}) => {
      const { flags } = resolveProfile('default', profileLayers(call));
      return sessionContext(
        {
          read: store.read,
          catalogue: indexes.catalogue,
          vectors: () => indexes.vectors,
          flags,
          consolidationCandidates: () => parts.consolidationCandidates(call),
          compactionCandidates: (detected) => parts.compactionCandidates(detected, flags),
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

const outdatedNotes = (
  { store, indexes, profileLayers }: MemoryCallsParts,
  request: Params<'supersedeCheck'>,
  call: CallOptions,
): Promise<Result<'supersedeCheck'>> => {
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
      onCompared: notesCompared(call.onProgress),
    },
  );
};

const maintain = async (
  { store, clock, indexCommits, updateLtp, consolidationCandidates, sayMoved, profileLayers }: MemoryCallsParts,
  request: Params<'maintain'>,
  { signal, onProgress }: CallOptions,
): Promise<Result<'maintain'>> => {
  const started = performance.now();
  // The later steps need the profile: a wrong one must be reported before anything is moved.
  resolveProfile('default', profileLayers());
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
  if (!dryRun && aged.batch !== null) await sayMoved(aged.batch);
  const scan = await updateLtp(dryRun, signal);
  // In a dry run, what would be archived is still there.
  const candidates = await consolidationCandidates({
    leaving: new Set(aged.changes.filter(({ to }) => to === 'archive').map(({ drawer_id: id }) => id)),
    signal,
  });
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
