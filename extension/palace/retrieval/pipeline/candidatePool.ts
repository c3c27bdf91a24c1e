import { PalaceError } from '../../model/errors/palaceError.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { expandedHits } from '../fusion/expandedHits.ts';
import { poolSize } from '../fusion/fuseLegs.ts';
import type { FusedHit } from '../legs/legScores.ts';
import type { Expansion } from '../phases/phaseSnapshot.ts';
import type { LinkedPool } from '../query/linkedSession.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import { stopSearchIfAborted } from '../query/stopSearchIfAborted.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { hydrate } from './hydrate.ts';
import { poolCompany } from './poolCompany.ts';
import type { PreparedSearch } from './prepareSearch.ts';
import { fusedPool, type QueryLegs } from './queryLegs.ts';
import { sortedMatches } from './sortedMatches.ts';
import { bestOfAll, unitedPool, type OwnPool, type UnitedPool } from './unitedPool.ts';

/** The candidates of a search, with their texts, and how they were chosen. */
export interface CandidatePool {
  /** Of this palace and the linked ones, best first. */
  readonly candidates: readonly Candidate[];
  /** Those of this palace. */
  readonly own: readonly Candidate[];
  /** What the linked palaces gave; null if this palace was searched alone. */
  readonly united: UnitedPool | null;
  /** Null if the query was not expanded. */
  readonly expansion: Expansion | null;
  readonly warnings: readonly string[];
  /** Fuses the legs again with this multiplier of the pool. */
  readonly fuse: (multiplier: number) => readonly FusedHit[];
  /** Whether a search sorted by date or importance has matches beyond the pool. */
  readonly hasMore: boolean;
}

/** A search whose legs have run. */
interface RunSearch {
  readonly prepared: PreparedSearch;
  readonly legs: QueryLegs;
  readonly options: SearchOptions;
  readonly dependencies: SearchDependencies;
  readonly watch: Stopwatch;
}

/** Fusion → linked palaces → expansion → texts. `widening`: see `retrieveCandidates`. Throws E_CANCELLED. */
export const candidatePool = async (search: RunSearch, widening: number): Promise<CandidatePool> => {
  const { legs, options, dependencies, watch } = search;
  const { flags } = options.profile;
  const { scope, multiplier } = search.prepared;
  const { lexical, dense, vectors, embedding, support } = legs;
  const byRelevance = options.sortBy === 'relevance';
  const sortedRoom = widening * Math.max(poolSize * multiplier, 2 * options.k);
  const choose = sortedMatches(options.sortBy, lexical, dependencies.catalogue, sortedRoom);
  const room = byRelevance ? poolSize * multiplier : sortedRoom;
  const company = poolCompany(options.sortBy, flags, (slot) => scope.mask[slot] === 1, dependencies.catalogue);
  const best = watch.time('fusion', () => fusedPool(legs, scope, flags, multiplier, { choose, company }));
  const united = await withLinked({ hits: best, legs, scope }, room, search);
  const hits = united?.hits ?? best;
  const warnings: string[] = [];
  const expanded = await expandedBy(hits, search).catch((thrown: unknown) => {
    stopSearchIfAborted(options.signal);
    warnings.push(`The query was not expanded: ${PalaceError.from(thrown, 'E_EMBEDDING').message}`);
    return null;
  });
  const added = expanded?.hits ?? [];
  const own = watch.time('hydrate', () =>
    hydrate(
      [...hits, ...added],
      { vectors: dense === null ? null : vectors, query: embedding, closets: support.closets, words: lexical },
      dependencies,
    ),
  );
  return {
    candidates:
      united === null
        ? own
        : bestOfAll([...own, ...united.linked], byRelevance ? room + added.length : Infinity, options),
    own,
    united,
    expansion: expanded?.expansion ?? null,
    warnings,
    // How many drawers of a larger pool would come from linked palaces is not known.
    fuse: united === null ? (factor) => fusedPool(legs, scope, flags, factor, { choose }) : () => [],
    hasMore: united?.hasMore === true || (choose !== undefined && best.length === room && room < lexical.matched),
  };
};

/** What the linked palaces gave. */
export const linkedPools = ({ united }: Pick<CandidatePool, 'united'>): readonly LinkedPool[] =>
  united?.pools ?? [];

const withLinked = async (
  own: OwnPool,
  room: number,
  { prepared: { linked, words, model }, options, watch }: RunSearch,
): Promise<UnitedPool | null> => {
  if (linked === null) return null;
  const united = await watch.timeAsync('linked', () => unitedPool(own, { linked, words, model, room }, options));
  const times = linked.session.times();
  if (times.length > 0) watch.report('linked_palaces', { answers: [...times] });
  return united;
};

/** Null unless the profile expands queries and there are vectors to compare. */
const expandedBy = (
  hits: readonly FusedHit[],
  { prepared, legs: { dense, vectors, embedding }, options, dependencies, watch }: RunSearch,
): ReturnType<typeof expandedHits> => {
  const { parsed, words, scope, multiplier } = prepared;
  const {
    profile: { flags },
    sortBy,
    signal,
  } = options;
  return sortBy !== 'relevance' ||
    !flags.query_expansion_enabled ||
    vectors === null ||
    embedding === null ||
    dense === null
    ? Promise.resolve(null)
    : watch.timeAsync('query_expansion', () =>
        expandedHits({ text: parsed.text, words, vector: embedding }, hits, {
          scope,
          flags,
          vectors,
          multiplier,
          dependencies,
          signal,
        }),
      );
};
