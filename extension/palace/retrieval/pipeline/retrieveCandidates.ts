import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { parseQuery, type ParsedQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { expandedHits } from '../fusion/expandedHits.ts';
import { poolSize } from '../fusion/fuseLegs.ts';
import type { FusedHit, LegScores, SupportLeg } from '../legs/legScores.ts';
import type { LexicalLeg } from '../legs/lexicalLeg.ts';
import type { PhaseContext } from '../phases/phase.ts';
import { emptySnapshot, snapshotFor } from '../phases/phaseSnapshot.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { modelGuard } from '../query/modelGuard.ts';
import { readAsText } from '../../model/query/readAs.ts';
import { phraseScope } from '../query/phraseScope.ts';
import { rerankScores } from '../query/rerankScores.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import { asRead, readWords } from '../query/spelling.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { hydrate } from './hydrate.ts';
import { fusedPool, matchedDrawers, queryLegs, stopIfAborted, type LegQuery } from './queryLegs.ts';
import { isElsewhere, linkedQuery, wingCountsOfAll, type LinkedQuery } from './linkedQuery.ts';
import { poolCompany } from './poolCompany.ts';
import type { RankingInput } from './rankingInput.ts';
import { sortedMatches } from './sortedMatches.ts';
import { bestOfAll, countsOfAll, similarityOfAll, snapshotOfAll, unitedPool } from './unitedPool.ts';

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

/** What is known before the legs run. */
interface PreparedSearch extends LegQuery {
  readonly filter: DrawerFilter;
  readonly base: Omit<RankingInput, 'scope' | 'legs' | 'matched' | 'candidates' | 'context'>;
  /** Without the terms and the snapshot that the legs and candidates will add. */
  readonly context: PhaseContext;
}

/**
 * Guard → scope → legs → fusion → candidates with their texts. `widening` is a factor on the pool of a search that is sorted
 * by date or importance. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD,
 * E_CANCELLED.
 */
export const retrieveCandidates = async (
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
  widening = 1,
): Promise<RetrievedCandidates> => {
  const { flags } = options.profile;
  const prepared = await prepare(options, dependencies, watch);
  const { base, context, parsed, words, filter, scope, multiplier, linked } = prepared;
  const palace = dependencies.catalogue.drawers;
  if (isBlocked(base, flags)) return blockedSearch(prepared, palace);

  const legs = await queryLegs(prepared, options, dependencies, watch);
  const { lexical, dense, vectors, embedding, support } = legs;
  const sortedRoom = widening * Math.max(poolSize * multiplier, 2 * options.k);
  const sorted = sortedMatches(options.sortBy, lexical, dependencies.catalogue, sortedRoom);
  const room = options.sortBy === 'relevance' ? poolSize * multiplier : sortedRoom;
  const fuse = (factor: number): FusedHit[] => fusedPool(legs, scope, flags, factor, sorted);
  const isInScope = (slot: number): boolean => scope.mask[slot] === 1;
  const company = poolCompany(options.sortBy, flags, isInScope, dependencies.catalogue);
  const best = watch.time('fusion', () => fusedPool(legs, scope, flags, multiplier, sorted, company));
  const united =
    linked === null
      ? null
      : await watch.timeAsync('linked', () =>
          unitedPool({ hits: best, legs, scope }, linked, words, prepared.model, room, options),
        );
  const times = linked?.session.times() ?? [];
  if (times.length > 0) watch.report('linked_palaces', { answers: [...times] });
  const hits = united?.hits ?? best;
  const expanded =
    options.sortBy !== 'relevance' ||
    !flags.query_expansion_enabled ||
    vectors === null ||
    embedding === null ||
    dense === null
      ? null
      : await watch.timeAsync('query_expansion', () =>
          expandedHits({ text: parsed.text, words, vector: embedding }, hits, {
            scope,
            flags,
            vectors,
            multiplier,
            dependencies,
            signal: options.signal,
          }),
        );
  const pool = [...hits, ...(expanded?.hits ?? [])];
  const own = watch.time('hydrate', () =>
    hydrate(pool, dense === null ? null : vectors, embedding, support.closets, lexical, dependencies),
  );
  const pools = united?.pools ?? [];
  const candidates =
    united === null
      ? own
      : bestOfAll(
          [...own, ...united.linked],
          options.sortBy === 'relevance' ? room + pool.length - hits.length : Infinity,
          options,
        );
  const reranked = flags.rerank_enabled
    ? await watch.timeAsync('rerank_model', () => rerankScores(parsed.text, candidates, options, dependencies))
    : { warning: null };
  stopIfAborted(options.signal);
  const similarity =
    united === null
      ? (a: number, b: number): number => vectors?.similarity(a, b) ?? NaN
      : similarityOfAll(pools, (slot) => vectors?.componentsOf(slot) ?? null);
  const withoutVector = dense === null ? scope.count : scope.count - dense.matched;
  const input: RankingInput = {
    ...base,
    warnings: [
      ...base.warnings,
      ...legs.warnings,
      ...(options.linked?.warnings() ?? []),
      ...(reranked.warning === null ? [] : [reranked.warning]),
    ],
    ...countsOfAll(
      {
        scope: { palace, in_scope: scope.count, without_vector: withoutVector },
        ...matchedDrawers(legs, scope),
      },
      pools,
    ),
    candidates,
    context: {
      ...context,
      terms: lexical.terms,
      snapshot: {
        ...watch.time('snapshot', () =>
          snapshotOfAll(snapshotFor(own, flags, dependencies, expanded?.expansion ?? null), pools),
        ),
        ...('scores' in reranked ? { rerank: [...(reranked.scores ?? [])] } : {}),
      },
      similarity: (a, b) => {
        const cosine = similarity(a.entry.slot, b.entry.slot);
        return Number.isNaN(cosine) ? 0 : cosine;
      },
    },
  };
  return {
    input,
    parsed,
    filter,
    scope,
    lexical,
    dense,
    support: support.list,
    vectors,
    // How many drawers of a larger pool would come from linked palaces is not known.
    fuse: united === null ? fuse : () => [],
    multiplier,
    hasMore: united?.hasMore === true || (sorted !== undefined && best.length === room && room < lexical.matched),
  };
};

const prepare = async (
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
): Promise<PreparedSearch> => {
  const { flags } = options.profile;
  const { catalogue } = dependencies;
  const typed = parseQuery(options.query);
  const filter = { ...options.filter, ...typed.filter };
  if (typed.words === '' && typed.phrases.length === 0)
    throw new PalaceError('E_QUERY_EMPTY', 'The query has no word to search for.');

  const model = options.wordsOnly
    ? { unavailable: 'asked for words only.' }
    : await watch.timeAsync('model_load', () => dependencies.queryModel());
  stopIfAborted(options.signal);
  const guard = watch.time('model_guard', () => modelGuard(dependencies.ingestModel(), model, flags.model_guard));
  const scope = await watch.timeAsync('scope', () =>
    phraseScope(
      typed,
      filter.palaces === undefined || filter.palaces.includes('this')
        ? catalogue.scope(filter)
        : { mask: new Uint8Array(catalogue.slots), count: 0 },
      dependencies,
      options.signal,
    ),
  );
  const session = options.linked ?? null;
  const ask = ({ words, phrases }: Pick<ParsedQuery, 'words' | 'phrases'>): Promise<LinkedQuery | null> =>
    session === null
      ? Promise.resolve(null)
      : watch.timeAsync('linked', () => linkedQuery(session, [words, ...phrases].join(' '), dependencies.lexical));
  const asTyped = await ask(typed);
  const read = flags.spelling_enabled
    ? await watch.timeAsync('spelling', () =>
        // A word that only a sensitive drawer has is not revealed.
        readWords(
          typed.words,
          () => catalogue.scope({ ...filter, excludeSensitive: true }),
          dependencies,
          (term) => isElsewhere(asTyped, term),
        ),
      )
    : [];
  const readAs = read.map(({ word, readAs: by }) => ({ word, read_as: by }));
  const { lexical } = dependencies;
  const parsed = { ...typed, text: asRead(typed.text, read, lexical), words: asRead(typed.words, read, lexical) };
  const linked = read.length === 0 ? asTyped : await ask(parsed);
  const wingCounts = wingCountsOfAll(catalogue.wingCounts(), linked);
  const words = [parsed.words, ...parsed.phrases].join(' ');
  return {
    parsed,
    words,
    filter,
    scope,
    denseUsable: guard.denseUsable,
    model: 'unavailable' in model ? null : model,
    linked,
    multiplier:
      flags.candidate_pool_multiplier === 'wing_count'
        ? Math.max(1, Object.keys(wingCounts).length)
        : flags.candidate_pool_multiplier,
    base: {
      query: options.query,
      profile: options.profile.name,
      explain: options.explain,
      candidateTrace: options.candidateTrace,
      dryRun: options.dryRun,
      guard,
      warnings: [
        ...[
          dependencies.damage(),
          ...(options.wordsOnly ? [] : [guard.warning, dependencies.modelNotice()]),
        ].filter((warning) => warning !== null),
        ...readAs.map(readAsText),
      ],
      readAs,
    },
    context: {
      query: parsed.text,
      terms: [],
      ...wordsOfQuery(dependencies.lexical, words),
      flags,
      k: options.k,
      sortBy: options.sortBy,
      nowMs: dependencies.now(),
      wingCounts,
      snapshot: emptySnapshot,
      similarity: () => 0,
    },
  };
};

/** The result of a search that a strict guard blocked. */
const blockedSearch = (
  { base, context, parsed, filter, scope, multiplier }: PreparedSearch,
  palace: number,
): RetrievedCandidates => ({
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
  hasMore: false,
});

/** Whether a strict model guard forbids the search, because the palace's vectors are of another model. */
export const isBlocked = ({ guard }: Pick<RankingInput, 'guard'>, flags: ProfileFlags): boolean =>
  guard.state.result === 'MISMATCH' && flags.model_guard_strict;

const wordsOfQuery = (
  index: LexicalIndex,
  words: string,
): Pick<RankingInput['context'], 'termOrder' | 'termWords'> => {
  const termOrder: string[] = [];
  const termWords = new Map<string, string>();
  index.analyser.scan(words, ({ terms: [term] }, start, end) => {
    if (term === undefined) return;
    termOrder.push(term);
    if (!termWords.has(term)) termWords.set(term, words.slice(start, end));
  });
  return { termOrder, termWords };
};
