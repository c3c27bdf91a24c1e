import type { ScratchArrays } from '../../../base/scratchArrays.ts';
import { stopSearchIfAborted } from '../query/stopSearchIfAborted.ts';
import type { ParsedQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import type { FusedHit, LegScores, SupportLeg } from '../legs/legScores.ts';
import type { LexicalLeg } from '../legs/lexicalLeg.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { withoutVector } from '../legs/denseLeg.ts';
import { snapshotFor, type PhaseSnapshot } from '../phases/phaseSnapshot.ts';
import { isBlocked } from '../query/modelGuard.ts';
import { rerankScores, type RerankOutcome } from '../query/rerankScores.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { candidatePool, linkedPools, type CandidatePool } from './candidatePool.ts';
import { prepareSearch, type PreparedSearch } from './prepareSearch.ts';
import { matchedDrawers, queryLegs, type QueryLegs } from './queryLegs.ts';
import type { RankingInput } from './rankingInput.ts';
import { countsOfAll, similarityOfAll, snapshotOfAll } from './unitedPool.ts';

/** What the palace found for a query: the input of the phases and the legs that it came from. */
export interface RetrievedCandidates {
  readonly input: RankingInput;
  readonly parsed: ParsedQuery;
  /** The call's filter combined with the query's own. */
  readonly filter: DrawerFilter;
  readonly scope: DrawerScope;
  /** Null if a strict guard blocked the search. */
  readonly lexical: LexicalLeg | null;
  readonly dense: LegScores | null;
  /** Closets and graph, if the profile has them on. */
  readonly support: readonly SupportLeg[];
  readonly vectors: VectorIndex | null;
  /** Fuses the legs again with this multiplier of the pool. */
  readonly fuse: (multiplier: number) => readonly FusedHit[];
  readonly multiplier: number;
  /** Whether a search sorted by date or importance has matches beyond the pool. */
  readonly hasMore: boolean;
}

/**
 * Guard → scope → legs → fusion → candidates with their texts. `widening` is a factor on the pool of a search that is sorted
 * by date or importance; `arrays` holds the scores of the legs, which the result reads. Throws E_QUERY_EMPTY,
 * E_QUERY_TOO_LONG, E_QUERY_FIELD, E_CANCELLED.
 */
export const retrieveCandidates = async (
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
  { widening = 1, arrays }: { readonly widening?: number; readonly arrays?: ScratchArrays } = {},
): Promise<RetrievedCandidates> => {
  const { flags } = options.profile;
  const prepared = await prepareSearch(options, dependencies, watch);
  const { parsed, filter, scope, multiplier } = prepared;
  if (isBlocked(prepared.base, flags)) return blockedSearch(prepared, dependencies);
  const legs = await queryLegs(prepared, options, dependencies, watch, arrays);
  const pool = await candidatePool({ prepared, legs, options, dependencies, watch }, widening);
  const reranked: RerankOutcome = flags.rerank_enabled
    ? await watch.timeAsync('rerank_model', () =>
        rerankScores(parsed.text, pool.candidates, options, dependencies),
      )
    : { warning: null };
  stopSearchIfAborted(options.signal);
  const snapshot = watch.time('snapshot', () =>
    snapshotOfAll(
      snapshotFor(pool.own, flags, { ...dependencies, words: legs.lexical }, pool.expansion),
      linkedPools(pool),
    ),
  );
  const judged = reranked.scores === undefined ? snapshot : { ...snapshot, rerank: [...reranked.scores] };
  return {
    input: {
      ...rankingInput(prepared, legs, pool, judged, dependencies.catalogue),
      warnings: [
        ...damageNow(dependencies),
        ...prepared.base.warnings,
        ...legs.warnings,
        ...(options.linked?.warnings() ?? []),
        ...pool.warnings,
        ...(reranked.warning === null ? [] : [reranked.warning]),
      ],
      unreadPalaces: options.linked?.unread() ?? [],
    },
    parsed,
    filter,
    scope,
    lexical: legs.lexical,
    dense: legs.dense,
    support: legs.support.list,
    vectors: legs.vectors,
    fuse: pool.fuse,
    multiplier,
    hasMore: pool.hasMore,
  };
};

/** What is known of the palace's damage. A changed text is noticed as it is read, so the candidates' texts come first. */
const damageNow = ({ damage }: Pick<SearchDependencies, 'damage'>): string[] => {
  const text = damage();
  return text === null ? [] : [text];
};

/** What the phases are given. */
const rankingInput = (
  { base, context, scope }: PreparedSearch,
  legs: QueryLegs,
  pool: CandidatePool,
  snapshot: PhaseSnapshot,
  catalogue: Catalogue,
): RankingInput => {
  const { dense, vectors } = legs;
  const pools = linkedPools(pool);
  const similarity =
    pool.united === null
      ? (a: number, b: number): number => vectors?.similarity(a, b) ?? NaN
      : similarityOfAll(pools, (slot) => vectors?.componentsOf(slot) ?? null);
  return {
    ...base,
    ...countsOfAll(
      {
        scope: {
          palace: catalogue.drawers,
          in_scope: scope.count,
          without_vector: withoutVector(dense, vectors, scope, catalogue),
        },
        ...matchedDrawers(legs, scope),
      },
      pools,
    ),
    candidates: pool.candidates,
    context: {
      ...context,
      terms: legs.lexical.terms,
      snapshot,
      similarity: (a, b) => {
        const cosine = similarity(a.entry.slot, b.entry.slot);
        return Number.isNaN(cosine) ? 0 : cosine;
      },
    },
  };
};

/** The result of a search that a strict guard blocked. */
const blockedSearch = (
  { base, context, parsed, filter, scope, multiplier }: PreparedSearch,
  dependencies: SearchDependencies,
): RetrievedCandidates => ({
  input: {
    ...base,
    warnings: [...damageNow(dependencies), ...base.warnings],
    scope: {
      palace: dependencies.catalogue.drawers,
      in_scope: scope.count,
      without_vector: withoutVector(null, null, scope, dependencies.catalogue),
    },
    legs: {},
    matched: 0,
    candidates: [],
    context,
  },
  parsed,
  filter,
  scope,
  lexical: null,
  dense: null,
  support: [],
  vectors: null,
  fuse: () => [],
  multiplier,
  hasMore: false,
});
