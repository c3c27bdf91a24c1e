import type { PipelineTrace } from '../../contract/search/searchResult.ts';
import type { LinkedTime } from '../../contract/search/linkSchemas.ts';
import type { LexicalCounts } from '../../lexical/lexicalScores.ts';
import type { ModelStamp } from '../../model/embedding/modelStamp.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { FieldParts, LegRange } from '../candidates/legParts.ts';
import type { PhaseSnapshot } from '../phases/phaseSnapshot.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { SortBy } from '../candidates/resultOrder.ts';

/** What a search has to know about a linked palace before it scores anything. */
export interface LinkedCounts {
  readonly palace: string;
  readonly lexical: LexicalCounts;
  readonly drawers: number;
  /** Drawers of the query's scope, and term → those that hold it in their text or path. */
  readonly inScope: number;
  readonly inScopeHolding: ReadonlyMap<string, number>;
  readonly wingCounts: Readonly<Record<string, number>>;
}

/** How the search reads and scores the query, so that every palace does the same. */
export interface PoolRequest {
  /** The words that the lexical leg looks for. */
  readonly words: string;
  /** Of all palaces together. */
  readonly counts: LexicalCounts;
  readonly terms: readonly string[];
  /** The query's vector and the model that made it; null: words alone. */
  readonly embedding: { readonly vector: Float32Array; readonly model: ModelStamp } | null;
  readonly flags: ProfileFlags;
  readonly sortBy: SortBy;
  /** How many candidates are wanted. */
  readonly room: number;
}

/** A candidate of a linked palace, before its relevance among those of all palaces is known. */
interface LinkedCandidate {
  /** Its score is its cosine; its legs' ranks are those within its own palace. */
  readonly candidate: Candidate;
  readonly fields: FieldParts;
  /** Its vector's components; null if it has none that the query could be compared with. */
  readonly vector: Int8Array | null;
}

/** The best candidates of one linked palace. */
export interface LinkedPool {
  readonly palace: string;
  readonly candidates: readonly LinkedCandidate[];
  readonly inScope: number;
  readonly drawers: number;
  readonly withVector: number;
  /** Drawers that each leg matched; `dense` is absent where no vectors were compared. */
  readonly legs: PipelineTrace['legs'];
  readonly matched: number;
  readonly lexicalRange: LegRange;
  /** Null where no vectors were compared. */
  readonly denseRange: LegRange | null;
  readonly confidence: number;
  readonly snapshot: PhaseSnapshot;
  readonly hasMore: boolean;
}

/**
 * The linked palaces as one search asks them. A palace that fails or is late is left out from then on, and a warning says so.
 * Neither function rejects.
 */
export interface LinkedSession {
  /** Of every palace that takes part. `terms` are those of the words. */
  readonly counts: (words: string, terms: readonly string[]) => Promise<readonly LinkedCounts[]>;
  readonly pools: (request: PoolRequest) => Promise<readonly LinkedPool[]>;
  /** One for each palace that was left out or is searched by words only. */
  readonly warnings: () => readonly string[];
  /** The names of the palaces that were left out. */
  readonly unread: () => readonly string[];
  /** What each answer took, also one that came too late; of a server's also its legs. */
  readonly times: () => readonly LinkedTime[];
}

/**
 * Whether a profile can rank the drawers of several palaces together: its relevance must come from scores that mean the same
 * in each, which ranks, statistics of a scope, closets and the graph do not.
 */
export const ranksTogether = ({
  fusion,
  lexical_statistics: statistics,
  closets,
  graph_enabled: graph,
}: ProfileFlags) => fusion === 'convex' && statistics === 'corpus' && closets === 'off' && !graph;
