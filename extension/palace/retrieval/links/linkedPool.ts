import type { Params, Result } from '../../contract/palaceApi.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import { narrowedFilter } from '../../lexical/query/narrowedFilter.ts';
import { parseQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { maskedText } from '../../model/text/maskedText.ts';
import type { LegRange } from '../candidates/legParts.ts';
import { convexCombination } from '../fusion/fusion.ts';
import { minMax, wordRange } from '../fusion/normalise.ts';
import { denseShare } from '../fusion/fuseLegs.ts';
import { denseLeg, withoutVector } from '../legs/denseLeg.ts';
import type { LegScores } from '../legs/legScores.ts';
import { lexicalLeg, type LexicalLeg } from '../legs/lexicalLeg.ts';
import { snapshotFor } from '../phases/phaseSnapshot.ts';
import { poolCompany } from '../pipeline/poolCompany.ts';
import { hydrate } from '../pipeline/hydrate.ts';
import { matchedByAny } from '../pipeline/queryLegs.ts';
import { sortedMatches } from '../pipeline/sortedMatches.ts';
import { profileFlagsSchema, type ProfileFlags } from '../profiles/profileFlags.ts';
import { modelGuard } from '../query/modelGuard.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { packetCandidate } from '../replay/packetCandidate.ts';
import { countsData, countsFrom } from './countsData.ts';
import type { PoolData } from './poolData.ts';

/** What a palace needs to answer other palaces' searches. */
export type LinkedPalaceParts = Pick<
  SearchDependencies,
  'catalogue' | 'lexical' | 'vectors' | 'termsOf' | 'ingestModel' | 'now' | 'damage'
> & { readonly read: DrawerReads };

type Scoped = Pick<Params<'linkedCounts'>, 'query' | 'terms'> & { readonly filter: DrawerFilter };

const scopeOf = ({ query, filter }: Scoped, dependencies: LinkedPalaceParts, signal?: AbortSignal) => {
  const typed = parseQuery(query);
  const both = narrowedFilter(filter, typed.filter);
  return phraseScope(typed, dependencies.catalogue.scope(both), dependencies, signal);
};

/** The first round: what idf, lengths and the spelling of the query depend on. */
export const countsForSearch = async (
  request: Scoped,
  dependencies: LinkedPalaceParts,
  signal?: AbortSignal,
): Promise<Result<'linkedCounts'>> => {
  const { terms } = request;
  const { lexical, catalogue } = dependencies;
  const scope = await scopeOf(request, dependencies, signal);
  return {
    ...countsData(lexical.counts(terms), terms),
    drawers: catalogue.drawers,
    in_scope: scope.count,
    in_scope_holding: terms.map((term) => lexical.documentFrequency(term, scope)),
    wing_counts: catalogue.wingCounts(),
  };
};

type Pooled = Omit<Params<'linkedPool'>, 'filter'> & { readonly filter: DrawerFilter };

/** The second round: the palace's best candidates, scored with the counts of all palaces. Errors: a `ZodError` for wrong flags. */
export const poolForSearch = async (
  request: Pooled,
  dependencies: LinkedPalaceParts,
  signal?: AbortSignal,
): Promise<PoolData> => {
  const { room, sort_by: sortBy } = request;
  const { catalogue, read } = dependencies;
  const flags = profileFlagsSchema.parse(request.flags);
  const scope = await scopeOf(request, dependencies, signal);
  const { lexical, dense, vectors, query, warning } = scoredLegs(request, flags, scope, dependencies);
  const choose = sortedMatches(sortBy, lexical, catalogue, room);
  const share = denseShare(lexical.confidence, flags);
  const company = poolCompany(sortBy, flags, (slot) => scope.mask[slot] === 1, catalogue);
  const hits = convexCombination({ scope, lexical, dense }, share, room, { choose, company });
  const candidates = hydrate(hits, { vectors, query, closets: null, words: lexical }, dependencies);
  const words = new Set(request.terms);
  return {
    candidates: candidates.map((candidate) => ({
      candidate: packetCandidate(
        { ...candidate, events: [], score: candidate.cosine },
        candidate.drawer.contentHash,
        words,
      ),
      ...(candidate.drawer.sensitive
        ? {
            masked: maskedText({
              ...candidate.drawer,
              secret_spans: read.findingsOf(candidate.drawer.id).map(({ start, end }) => ({ start, end })),
            }),
          }
        : {}),
      fields: lexical.fieldsOf(candidate.entry.slot),
      vector: base64(vectors?.componentsOf(candidate.entry.slot) ?? null),
    })),
    in_scope: scope.count,
    drawers: catalogue.drawers,
    with_vector: scope.count - withoutVector(dense, vectors, scope, catalogue),
    legs: { lexical: lexical.matched, ...(dense === null ? {} : { dense: dense.matched }) },
    matched: matchedByAny(scope, dense === null ? [lexical] : [lexical, dense]),
    lexical_range: rangeData(wordRange(lexical, scope)),
    dense_range: dense === null ? null : rangeData(minMax(dense, scope)),
    confidence: lexical.confidence,
    snapshot: snapshotFor(candidates, flags, { ...dependencies, words: lexical }),
    has_more: choose !== undefined && hits.length === room && room < lexical.matched,
    // Only now: a changed text is noticed as it is read.
    warning: [dependencies.damage(), warning].filter((text) => text !== null).join(' ') || null,
  };
};

/** What a palace's legs say of the query. */
interface ScoredLegs {
  readonly lexical: LexicalLeg;
  /** These three are null where no vectors are compared. */
  readonly dense: LegScores | null;
  readonly vectors: VectorIndex | null;
  readonly query: Float32Array | null;
  /** What the model guard says. */
  readonly warning: string | null;
}

const scoredLegs = (
  { terms, counts, words, embedding }: Pooled,
  flags: ProfileFlags,
  scope: DrawerScope,
  dependencies: LinkedPalaceParts,
): ScoredLegs => {
  const { lexical: index, catalogue } = dependencies;
  const lexical = lexicalLeg(index, lexicalQuery(index.analyser, words), scope, {
    flags,
    isCommit: (slot) => catalogue.isCommit(slot),
    counts: countsFrom(counts, terms),
  });
  const guard =
    embedding === null ? null : modelGuard(dependencies.ingestModel(), embedding.model, flags.model_guard);
  const vectors = guard?.denseUsable === true ? dependencies.vectors() : null;
  const query = vectors === null || embedding === null ? null : Float32Array.from(embedding.vector);
  const dense = vectors === null || query === null ? null : denseLeg(vectors, query, scope);
  return { lexical, dense, vectors, query, warning: guard?.warning ?? null };
};

const rangeData = ({ least, most }: LegRange): PoolData['lexical_range'] => ({
  least: Number.isFinite(least) ? least : null,
  most: Number.isFinite(most) ? most : null,
});

const base64 = (components: Int8Array | null): string | null =>
  components === null
    ? null
    : Buffer.from(components.buffer, components.byteOffset, components.byteLength).toString('base64');
