import type { Bm25Index } from '../../lexical/bm25Index.ts';
import { parseQuery, type ParsedQuery } from '../../lexical/queryParser.ts';
import type { DrawerFilter } from '../../model/drawerFilter.ts';
import type { DrawerScope } from '../../model/drawerScope.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { denseLeg, normalisedSum, withoutCommonNames } from '../legs/denseLeg.ts';
import { closetFirst } from '../fusion/closetFirst.ts';
import type { FusedHit, LegScores, SupportLeg } from '../legs/legScores.ts';
import { expandedHits } from '../fusion/expandedHits.ts';
import { fuseLegs, poolSize } from '../fusion/fuseLegs.ts';
import { hydrate } from './hydrate.ts';
import { lexicalLeg, parsedLexicalQuery, type LexicalLeg } from '../legs/lexicalLeg.ts';
import { modelGuard } from '../query/modelGuard.ts';
import { emptySnapshot, snapshotFor } from '../phases/phaseSnapshot.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { RankingInput } from './rankingInput.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { supportLegs } from '../legs/supportLegs.ts';

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
}

/**
 * Guard → scope → legs → fusion → candidates with their texts. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD,
 * E_CANCELLED.
 */
export const retrieveCandidates = async (
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
): Promise<RetrievedCandidates> => {
  const { flags } = options.profile;
  const { catalogue } = dependencies;
  const parsed = parseQuery(options.query);
  const filter = { ...options.filter, ...parsed.filter };
  if (parsed.words === '' && parsed.phrases.length === 0)
    throw new PalaceError('E_QUERY_EMPTY', 'The query has no word to look for.');

  const model = options.wordsOnly
    ? { unavailable: 'asked for words only.' }
    : await watch.timeAsync('model_load', () => dependencies.queryModel());
  stopIfAborted(options.signal);
  const guard = watch.time('model_guard', () => modelGuard(dependencies.ingestModel(), model, flags.model_guard));
  const warnings = guard.warning === null || options.wordsOnly ? [] : [guard.warning];
  const scope = watch.time('scope', () => phraseScope(parsed, catalogue.scope(filter), dependencies));
  const wingCounts = catalogue.wingCounts();
  const words = [parsed.words, ...parsed.phrases].join(' ');
  const multiplier =
    flags.candidate_pool_multiplier === 'wing_count'
      ? Math.max(1, Object.keys(wingCounts).length)
      : flags.candidate_pool_multiplier;
  const context = {
    query: parsed.text,
    terms: [],
    termOrder: termOrder(dependencies.lexical, words),
    flags,
    k: options.k,
    sortBy: options.sortBy,
    nowMs: dependencies.now(),
    wingCounts,
    snapshot: emptySnapshot,
    similarity: () => 0,
  };
  const base = {
    query: options.query,
    profile: options.profile.name,
    explain: options.explain,
    candidateTrace: options.candidateTrace,
    dryRun: options.dryRun,
    guard,
    warnings,
  };
  const palace = catalogue.drawers;
  if (isBlocked(base, flags))
    return {
      input: {
        ...base,
        scope: { palace, in_scope: scope.count, without_vector: scope.count },
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
    };

  const lexical = watch.time('lexical', () =>
    lexicalLeg(dependencies.lexical, parsedLexicalQuery(dependencies.lexical, words, []), scope, flags),
  );
  const vectors = guard.denseUsable ? dependencies.vectors() : null;
  let vector: Float32Array | null = null;
  if (vectors !== null && vectors.count > 0 && scope.count > 0) {
    try {
      vector = await watch.timeAsync('embed_query', () =>
        queryEmbedding(parsed, scope, flags, dependencies, options.signal),
      );
    } catch (error) {
      stopIfAborted(options.signal);
      warnings.push(`Searching by words only: ${PalaceError.from(error, 'E_EMBEDDING').message}`);
    }
  }
  stopIfAborted(options.signal);
  const query = vector;
  const dense =
    vectors === null || query === null ? null : watch.time('dense', () => denseLeg(vectors, query, scope));
  const support = await supportLegs(words, scope, flags, !options.dryRun, dependencies, watch, (legs) =>
    fuseLegs(scope, lexical, dense, legs, flags, multiplier),
  );
  if (support.warning !== null) warnings.push(support.warning);
  const fuseWith = (factor: number): FusedHit[] => {
    const first =
      flags.closets === 'first' && support.closets !== null
        ? closetFirst(support.closets, scope, vectors, query, flags.max_distance, poolSize * factor)
        : null;
    return first ?? fuseLegs(scope, lexical, dense, support.list, flags, factor);
  };
  const hits = watch.time('fusion', () => fuseWith(multiplier));
  const expanded =
    !flags.query_expansion_enabled || vectors === null || query === null || dense === null
      ? null
      : await watch.timeAsync('query_expansion', () =>
          expandedHits({ text: parsed.text, words, vector: query }, hits, {
            scope,
            flags,
            vectors,
            multiplier,
            dependencies,
            signal: options.signal,
          }),
        );
  const candidates = watch.time('hydrate', () =>
    hydrate(
      [...hits, ...(expanded?.hits ?? [])],
      dense === null ? null : vectors,
      query,
      support.closets,
      dependencies,
    ),
  );
  return {
    input: {
      ...base,
      scope: {
        palace,
        in_scope: scope.count,
        without_vector: dense === null ? scope.count : scope.count - dense.matched,
      },
      legs: {
        lexical: lexical.matched,
        ...(dense === null ? {} : { dense: dense.matched }),
        ...(support.closets === null ? {} : { closets: support.closets.matched }),
        ...Object.fromEntries(support.list.map(({ name, leg }) => [name, leg.matched])),
      },
      matched: matchedByAny(scope, [
        lexical,
        ...(dense === null ? [] : [dense]),
        ...(support.closets === null ? [] : [support.closets]),
        ...support.list.map(({ leg }) => leg),
      ]),
      candidates,
      context: {
        ...context,
        terms: lexical.terms,
        snapshot: watch.time('snapshot', () =>
          snapshotFor(candidates, flags, dependencies, expanded?.expansion ?? null),
        ),
        similarity: (a, b) => {
          const cosine = vectors?.similarity(a.entry.slot, b.entry.slot) ?? NaN;
          return Number.isNaN(cosine) ? 0 : cosine;
        },
      },
    },
    parsed,
    filter,
    scope,
    lexical,
    dense,
    support: support.list,
    vectors,
    fuse: fuseWith,
    multiplier,
  };
};

/** Whether a strict model guard forbids the search, because the palace's vectors are of another model. */
export const isBlocked = ({ guard }: Pick<RankingInput, 'guard'>, flags: ProfileFlags): boolean =>
  guard.state.result === 'MISMATCH' && flags.model_guard_strict;

const stopIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', 'The search was cancelled.');
};

const queryEmbedding = async (
  parsed: ParsedQuery,
  scope: DrawerScope,
  flags: ProfileFlags,
  { lexical, embed }: SearchDependencies,
  signal: AbortSignal | undefined,
): Promise<Float32Array> => {
  const cleaned = withoutCommonNames(parsed.text, lexical, scope, flags.common_term_share);
  return normalisedSum(await embed(cleaned === null ? [parsed.text] : [parsed.text, cleaned], signal));
};

const matchedByAny = ({ mask }: DrawerScope, legs: readonly LegScores[]): number => {
  const [first, ...others] = legs.filter(({ matched }) => matched > 0);
  if (first === undefined || others.length === 0) return first?.matched ?? 0;
  let count = 0;
  for (let slot = 0; slot < mask.length; slot++)
    if (
      mask[slot] === 1 &&
      (!Number.isNaN(first.scores[slot]) || others.some(({ scores }) => !Number.isNaN(scores[slot])))
    )
      count++;
  return count;
};

const termOrder = (index: Bm25Index, words: string): string[] => {
  const order: string[] = [];
  index.analyser.scan(words, ({ terms: [term] }) => {
    if (term !== undefined) order.push(term);
  });
  return order;
};
