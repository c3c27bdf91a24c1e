import type { ScratchPool } from '../../../base/scratchArrays.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { Words } from '../../embedding/modelWords.ts';
import type { Reranker } from '../../embedding/reranker.ts';
import type { ModelStamp } from '../../model/embedding/modelStamp.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import type { SortBy } from '../candidates/resultOrder.ts';
import type { TermsOf } from '../candidates/textTerms.ts';
import type { ClosetIndex } from '../closets/closetIndex.ts';
import type { PipelineHooks } from './pipelineHooks.ts';
import type { LinkedSession } from './linkedSession.ts';
import type { QueryModel } from './modelGuard.ts';
import type { ResolvedProfile } from '../profiles/profiles.ts';
import type { CompactionRecord } from './compactionRecord.ts';

/** What a search reads; it changes none of it. */
export interface SearchDependencies {
  readonly catalogue: Catalogue;
  readonly lexical: LexicalIndex;
  readonly closets: ClosetIndex;
  /** Starts building the closets if there are none; returns a remark for the answer. */
  readonly closetsWanted: (mayWrite: boolean) => string | null;
  /** Null before the model is known. */
  readonly vectors: () => VectorIndex | null;
  readonly read: ReadQueries;
  /** The terms of a drawer's text. */
  readonly termsOf: TermsOf;
  readonly hooks: PipelineHooks;
  /** Arrays for the scores of a search, which are as long as the palace. */
  readonly scratch: ScratchPool;
  readonly ingestModel: () => ModelStamp | null;
  readonly queryModel: () => Promise<QueryModel>;
  /** The common words of the model's language. */
  readonly commonWords: () => Promise<Words>;
  /** What a person should know about the loaded model; null: nothing. */
  readonly modelNotice: () => string | null;
  /** Which drawers can't be read because the palace is damaged; null: none. */
  readonly damage: () => string | null;
  readonly embed: (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;
  /** Null if the palace has none. */
  readonly reranker: Reranker | null;
  /** The same for earlier queries, cached. */
  readonly embedPast: (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;
  /** The latest plan of a compaction or consolidation; null before the first. */
  readonly lastPlan: () => CompactionRecord | null;
  readonly now: () => number;
  /** Milliseconds, for the timings alone. */
  readonly timer: () => number;
}

export interface SearchOptions {
  readonly query: string;
  readonly profile: ResolvedProfile;
  readonly filter: DrawerFilter;
  readonly k: number;
  readonly sortBy: SortBy;
  readonly explain: boolean;
  readonly candidateTrace: boolean;
  readonly dryRun: boolean;
  /** Whether to add a packet from which `replay` computes the same answer again. */
  readonly replay: boolean;
  readonly wordsOnly: boolean;
  /** The linked palaces that are searched with this one; absent or null: none. */
  readonly linked?: LinkedSession | null;
  readonly signal?: AbortSignal | undefined;
}
