import type { StandingMoves } from '../memory/ageing/standingMoves.ts';
import { ScratchPool } from '../../base/scratchArrays.ts';
import type { CallOptions, PalaceApi } from '../contract/palaceApi.ts';
import type { LinkedPalaces } from '../contract/linkedPalaces.ts';
import type { Embedder } from '../embedding/embedder.ts';
import type { Words } from '../embedding/modelWords.ts';
import type { Reranker } from '../embedding/reranker.ts';
import type { DocumentReader } from '../filing/documents/documentReader.ts';
import type { ClosetKeeper } from '../indexing/closetKeeper.ts';
import type { LtpKeeper } from '../indexing/ltpKeeper.ts';
import type { NoteChecks } from '../indexing/noteChecks.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import type { UsageLog } from '../indexing/usageLog.ts';
import { cachedEmbedding } from '../retrieval/cachedEmbedding.ts';
import type { LinkedPalaceParts } from '../retrieval/links/linkedPool.ts';
import type { PipelineHooks } from '../retrieval/query/pipelineHooks.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { TeamConnector } from '../team/teamConnector.ts';
import type { TeamLoop } from '../team/teamLoop.ts';
import { browseCalls } from './browseCalls.ts';
import { drawerCalls } from './drawerCalls.ts';
import type { EraseCalls } from './eraseCalls.ts';
import type { HistoryCalls } from './historyCalls.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import type { IntakeCalls } from './intakeCalls.ts';
import type { LinkCalls } from './links/linkCalls.ts';
import { linkedSessions } from './links/linkedSessions.ts';
import { maintenanceCalls } from './maintenanceCalls.ts';
import type { MemoryCalls } from './memoryCalls.ts';
import type { MoveCalls } from './moveCalls.ts';
import type { NoteCalls } from './noteCalls.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import type { PalaceWork } from './running/palaceWork.ts';
import type { PlanCalls } from './planCalls.ts';
import type { Plans } from './plans.ts';
import { searchCalls } from './searchCalls.ts';
import type { TeamCalls } from './teamCalls.ts';
import type { TransferCalls } from './transferCalls.ts';
import { whenCalled } from './running/whenCalled.ts';

/** How many earlier queries keep their vectors in memory. */
const cachedQueries = 1000;

/** Of what the palace is opened with, what its calls use. */
export interface CallsOptions {
  readonly workspace: string | null;
  readonly sqliteWasm: string;
  readonly embedder: Embedder;
  /** Common words of the model's language; absent: none are known. */
  readonly commonWords?: () => Promise<Words>;
  /** Extracts the text of documents. Absent: documents are not read. */
  readonly documents?: DocumentReader;
  /** Null or absent: searches are never reranked. */
  readonly reranker?: Reranker | null;
  readonly clock: () => Date;
}

/** What the calls work with. */
export interface PalaceParts {
  readonly options: CallsOptions;
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
  readonly embeddings: PalaceEmbeddings;
  readonly closets: ClosetKeeper;
  readonly ltp: LtpKeeper;
  readonly checks: NoteChecks;
  readonly usage: UsageLog;
  readonly work: PalaceWork;
  readonly hooks: PipelineHooks;
  readonly idempotency: IdempotentCalls;
  readonly plans: Plans;
  readonly profileLayers: ProfileLayersOf;
  /** What a search reads, here and for a palace linked to this one. */
  readonly searched: LinkedPalaceParts;
  /** The linked palaces; `sources` has the team's server as well. */
  readonly links: LinkedPalaces;
  readonly sources: LinkedPalaces;
  readonly team: { readonly connector: TeamConnector; readonly loop: TeamLoop; readonly name: string };
  /** Builds the closets if the caller's default profile wants them: awaited, or in the background. */
  readonly keepClosets: (isAwaited: boolean, call: CallOptions) => Promise<void>;
  readonly warn: (message: string) => void;
  readonly moved: StandingMoves;
  /** Logs what a batch moved. */
  readonly sayMoved: (batch: string) => Promise<void>;
}

/** All calls of a palace. Those of a search, a list and a status are ready; the others are loaded when they are first made. */
// oxlint-disable-next-line max-lines-per-function -- a table: one entry per group of calls
export const palaceCalls = (parts: PalaceParts): PalaceApi => {
  const { options, store, indexes, embeddings, work, profileLayers, searched, plans, team } = parts;
  const { clock, workspace } = options;
  const shared = {
    store,
    catalogue: indexes.catalogue,
    embeddings,
    clock,
    idempotency: parts.idempotency,
    profileLayers,
    moved: parts.moved,
    sayMoved: parts.sayMoved,
  };
  const taking = {
    store,
    embeddings,
    clock,
    workspace,
    documents: options.documents,
    exclusively: work.exclusively,
    onProgress: work.onProgress,
  };
  const intake = whenCalled<IntakeCalls>(
    { mine: true, changedFiles: true, importConversations: true, recogniseImport: true, indexCommits: true },
    async () =>
      (await import('./intakeCalls.ts')).intakeCalls({
        ...taking,
        indexes,
        warn: parts.warn,
        keepClosets: parts.keepClosets,
      }),
  );
  return {
    ...drawerCalls(shared),
    ...browseCalls(shared),
    ...whenCalled<HistoryCalls>({ fileHistory: true }, async () =>
      (await import('./historyCalls.ts')).historyCalls({ ...searched, read: store.read, embeddings }),
    ),
    ...whenCalled<NoteCalls>(
      {
        save: true,
        editNote: true,
        noteText: true,
        update: true,
        checkDuplicate: true,
        noteChecks: true,
        tags: true,
      },
      async () =>
        (await import('./noteCalls.ts')).noteCalls({
          ...shared,
          embedder: options.embedder,
          vectors: () => indexes.vectors,
          workspace,
          checks: parts.checks,
        }),
    ),
    ...whenCalled<EraseCalls>({ eraseReach: true, erase: true }, async () =>
      (await import('./eraseCalls.ts')).eraseCalls({
        ...shared,
        indexes,
        exclusively: work.exclusively,
        flushQueries: () => parts.usage.flush(),
        erasing: () => parts.usage.erasing(),
      }),
    ),
    ...intake,
    ...whenCalled<MemoryCalls>(
      {
        maintain: true,
        restore: true,
        archiveBatches: true,
        archiveReasons: true,
        patterns: true,
        resolvePattern: true,
        sessionContext: true,
        supersedeCheck: true,
      },
      async () =>
        (await import('./memoryCalls.ts')).memoryCalls({
          ...shared,
          indexes,
          indexCommits: intake.indexCommits,
          updateLtp: (dryRun, signal) => parts.ltp.update(dryRun, signal),
          consolidationCandidates: (wanted) => plans.candidates(wanted),
          compactionCandidates: (detected, flags) => plans.compactable(detected, flags),
        }),
    ),
    ...whenCalled<MoveCalls>({ moves: true, tellMoves: true }, async () =>
      (await import('./moveCalls.ts')).moveCalls(shared),
    ),
    ...whenCalled<TransferCalls>({ importDrawers: true, importPalace: true, exportPalace: true }, async () =>
      (await import('./transferCalls.ts')).transferCalls({ ...taking, sqliteWasm: options.sqliteWasm }),
    ),
    ...searching(parts),
    ...whenCalled<LinkCalls>(
      { linkedCounts: true, linkedPool: true, linkedDrawer: true, linkedStatus: true, links: true },
      async () =>
        (await import('./links/linkCalls.ts')).linkCalls({ ...searched, bytes: () => store.bytes() }, parts.links),
    ),
    ...whenCalled<TeamCalls>(
      {
        teamStatus: true,
        teamConnect: true,
        teamUnlock: true,
        teamLeave: true,
        teamShare: true,
        teamUnshare: true,
        teamExchange: true,
        teamConflicts: true,
        teamSettle: true,
      },
      async () =>
        (await import('./teamCalls.ts')).teamCalls({ store, ...team, model: () => embeddings.ingestModel() }),
    ),
    ...whenCalled<PlanCalls>(
      {
        compact: true,
        evaluatePlan: true,
        makePlan: true,
        revisePlan: true,
        applyPlan: true,
        undoPlan: true,
        plans: true,
      },
      async () => (await import('./planCalls.ts')).planCalls(plans),
    ),
    ...maintenanceCalls({
      store,
      indexes,
      embeddings,
      closets: parts.closets,
      ltp: parts.ltp,
      hooks: parts.hooks,
      profileLayers,
      clock,
      workspace,
      work,
      links: parts.links,
      moved: parts.moved,
      team: team.connector,
    }),
  };
};

const searching = ({ options, store, indexes, embeddings, closets, usage, ...parts }: PalaceParts) => {
  const { embedder } = options;
  const embedQuery = (texts: readonly string[], abort?: AbortSignal) => embedder.embed(texts, 'query', abort);
  return searchCalls(
    {
      hooks: parts.hooks,
      lastPlan: () => parts.plans.last(),
      ...parts.searched,
      read: store.read,
      closets: indexes.closets,
      closetsWanted: (mayWrite) => closets.wanted(mayWrite),
      scratch: new ScratchPool(),
      queryModel: () => embeddings.queryModel(),
      commonWords: options.commonWords ?? (() => Promise.resolve(new Set<string>())),
      modelNotice: () => embeddings.notice,
      embed: embedQuery,
      reranker: options.reranker ?? null,
      embedPast: cachedEmbedding(embedQuery, cachedQueries),
      timer: () => performance.now(),
    },
    parts.profileLayers,
    () => usage.began(),
    (ids, signal) => embeddings.embedFirst(ids, signal),
    linkedSessions(parts.sources, indexes.lexical.analyser),
  );
};
