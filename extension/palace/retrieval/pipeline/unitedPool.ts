import type { PipelineTrace } from '../../contract/search/searchResult.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { ModelStamp } from '../../model/embedding/modelStamp.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { denseShare } from '../fusion/fuseLegs.ts';
import { minMax, wordRange } from '../fusion/normalise.ts';
import { byRelevance, unionFusion } from '../fusion/unionFusion.ts';
import type { FusedHit } from '../legs/legScores.ts';
import type { PhaseSnapshot } from '../phases/phaseSnapshot.ts';
import type { LinkedPool } from '../query/linkedSession.ts';
import type { SearchOptions } from '../query/searchRequest.ts';
import { fusedCandidate } from './hydrate.ts';
import type { LinkedQuery } from './linkedQuery.ts';
import { poolCompany } from './poolCompany.ts';
import type { QueryLegs } from './queryLegs.ts';

/** The pools of this palace and the linked ones as one. */
export interface UnitedPool {
  /** This palace's hits, with their relevance among all. */
  readonly hits: readonly FusedHit[];
  readonly linked: readonly Candidate[];
  readonly pools: readonly LinkedPool[];
  readonly hasMore: boolean;
}

/** What the linked palaces are asked for. */
interface LinkedRequest {
  readonly linked: LinkedQuery;
  readonly words: string;
  readonly model: ModelStamp | null;
  /** How many candidates each may give. */
  readonly room: number;
}

/** What this palace found. */
export interface OwnPool {
  readonly hits: readonly FusedHit[];
  readonly legs: QueryLegs;
  readonly scope: DrawerScope;
}

/** Asks the linked palaces for their best candidates, and fuses all of them as those of one palace. */
export const unitedPool = async (
  { hits, scope, legs: { lexical, dense, embedding } }: OwnPool,
  { linked, words, model, room }: LinkedRequest,
  { profile: { flags }, sortBy }: SearchOptions,
): Promise<UnitedPool> => {
  const pools = await linked.session.pools({
    words,
    counts: linked.counts,
    terms: linked.terms,
    embedding: embedding === null || model === null ? null : { vector: embedding, model },
    flags,
    sortBy,
    room,
  });
  const sure = Math.max(lexical.confidence, ...pools.map(({ confidence }) => confidence));
  const ranges = {
    lexicalRange: wordRange(lexical, scope),
    denseRange: dense === null ? null : minMax(dense, scope),
  };
  const fuse = unionFusion([ranges, ...pools], denseShare(sure, flags));
  // A sorted list holds the drawers with a word of the query, if any palace has one.
  const isWanted = ({ legs }: Pick<FusedHit, 'legs'>): boolean =>
    sortBy === 'relevance' ||
    legs.lexical.rank() !== null ||
    [lexical.matched, ...pools.map(({ legs: found }) => found['lexical'] ?? 0)].every((count) => count === 0);
  return {
    hits: hits.map((hit) => ({ ...hit, ...fuse(hit.legs) })).filter(isWanted),
    linked: pools
      .flatMap(({ candidates }) => candidates)
      .map(({ candidate, fields }) => fusedCandidate(candidate, fuse(candidate.legs), () => fields))
      .filter(isWanted),
    pools,
    hasMore: pools.some(({ hasMore }) => hasMore),
  };
};

/** The best of all candidates, as many as one palace's pool holds, and what joins them, as in one palace. */
export const bestOfAll = (
  candidates: readonly Candidate[],
  room: number,
  { sortBy, profile: { flags } }: Pick<SearchOptions, 'sortBy' | 'profile'>,
): readonly Candidate[] => {
  const sorted = [...candidates].sort(byRelevance);
  const best = sorted.slice(0, room);
  const bySlot = new Map(sorted.map((candidate) => [candidate.entry.slot, candidate]));
  const filedAtOf = (slot: number): number => bySlot.get(slot)?.entry.filedAtMs ?? NaN;
  const isCommit = (slot: number): boolean => bySlot.get(slot)?.drawer.type === 'git_commit';
  const company = poolCompany(sortBy, flags, (slot) => bySlot.has(slot), {
    isCommit,
    filedAtOf,
    commitsWithin: (commits, ms) =>
      commits.map((commit) => {
        const source = bySlot.get(commit)?.entry.sourceNumber;
        return sorted
          .map(({ entry }) => entry)
          .filter(
            ({ slot, sourceNumber, filedAtMs }) =>
              sourceNumber === source && isCommit(slot) && Math.abs(filedAtMs - filedAtOf(commit)) <= ms,
          )
          .map(({ slot }) => slot);
      }),
  });
  const slotsOf = (some: readonly Candidate[]): number[] => some.map(({ entry }) => entry.slot);
  const joined = company?.(slotsOf(best), (count) => slotsOf(sorted.slice(room, room + count))) ?? [];
  return [...best, ...joined.flatMap((slot) => bySlot.get(slot) ?? [])];
};

/** Counts of a search over all palaces. */
export const countsOfAll = (
  own: Pick<UnitedCounts, 'scope' | 'legs' | 'matched'>,
  pools: readonly LinkedPool[],
): UnitedCounts => ({
  scope: pools.reduce(
    (sum, { drawers, inScope, withVector }) => ({
      palace: sum.palace + drawers,
      in_scope: sum.in_scope + inScope,
      without_vector: sum.without_vector + inScope - withVector,
    }),
    own.scope,
  ),
  legs: pools.reduce<Record<string, number>>((sum, { legs }) => {
    const both = { ...sum };
    for (const [leg, count] of Object.entries(legs)) both[leg] = (both[leg] ?? 0) + count;
    return both;
  }, own.legs),
  matched: pools.reduce((sum, { matched }) => sum + matched, own.matched),
});

interface UnitedCounts {
  readonly scope: PipelineTrace['scope'];
  readonly legs: PipelineTrace['legs'];
  readonly matched: number;
}

/** What every palace knows of its candidates. */
export const snapshotOfAll = (own: PhaseSnapshot, pools: readonly LinkedPool[]): PhaseSnapshot => ({
  ...own,
  accesses: [...own.accesses, ...pools.flatMap(({ snapshot }) => snapshot.accesses)],
  coAccesses: [...own.coAccesses, ...pools.flatMap(({ snapshot }) => snapshot.coAccesses)],
  replacements: [...own.replacements, ...pools.flatMap(({ snapshot }) => snapshot.replacements)],
  ...(own.changes === undefined
    ? {}
    : { changes: [...own.changes, ...pools.flatMap(({ snapshot }) => snapshot.changes ?? [])] }),
  ...mergedNotReplaced([own, ...pools.map(({ snapshot }) => snapshot)]),
  ...(own.tests === undefined
    ? {}
    : { tests: [...own.tests, ...pools.flatMap(({ snapshot }) => snapshot.tests ?? [])] }),
  ...(own.consolidated === undefined
    ? {}
    : { consolidated: [...own.consolidated, ...pools.flatMap(({ snapshot }) => snapshot.consolidated ?? [])] }),
});

const mergedNotReplaced = (snapshots: readonly PhaseSnapshot[]): Pick<PhaseSnapshot, 'notReplaced'> => {
  const notReplaced = snapshots.flatMap((snapshot) => snapshot.notReplaced ?? []);
  return notReplaced.length === 0 ? {} : { notReplaced };
};

/** Cosine of two candidates of any palaces; NaN if either has no vector. `own` gives the components of this palace's. */
export const similarityOfAll = (
  pools: readonly LinkedPool[],
  own: (slot: number) => Int8Array | null,
): ((a: number, b: number) => number) => {
  const vectors = new Map<number, Int8Array | null>(
    pools.flatMap(({ candidates }) =>
      candidates.map(({ candidate, vector }) => [candidate.entry.slot, vector] as const),
    ),
  );
  const vectorOf = (slot: number): Int8Array | null => {
    const known = vectors.get(slot);
    if (known !== undefined) return known;
    const found = own(slot);
    vectors.set(slot, found);
    return found;
  };
  return (a, b) => {
    const [x, y] = [vectorOf(a), vectorOf(b)];
    if (x === null || y === null || x.length !== y.length) return NaN;
    const squares = dot(x, x) * dot(y, y);
    return squares === 0 ? 0 : Math.min(1, Math.max(-1, dot(x, y) / Math.sqrt(squares)));
  };
};

const dot = (a: Int8Array, b: Int8Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};
