import type { Params, Result } from '../../contract/palaceApi.ts';
import type { FieldCountsData } from '../../contract/search/linkSchemas.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import type { FieldCounts } from '../../lexical/lexicalScores.ts';
import { parseQuery } from '../../lexical/query/queryParser.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { maskedText } from '../../model/maskedText.ts';
import type { LegRange } from '../candidates/legParts.ts';
import { convexCombination } from '../fusion/fusion.ts';
import { minMax, wordRange } from '../fusion/normalise.ts';
import { denseShare } from '../fusion/fuseLegs.ts';
import { denseLeg } from '../legs/denseLeg.ts';
import { lexicalLeg } from '../legs/lexicalLeg.ts';
import { snapshotFor } from '../phases/phaseSnapshot.ts';
import { poolCompany } from '../pipeline/poolCompany.ts';
import { hydrate } from '../pipeline/hydrate.ts';
import { matchedByAny } from '../pipeline/queryLegs.ts';
import { sortedMatches } from '../pipeline/sortedMatches.ts';
import { profileFlagsSchema } from '../profiles/profileFlags.ts';
import { modelGuard } from '../query/modelGuard.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import { packetCandidate } from '../replay/packetCandidate.ts';
import type { PoolData } from './poolData.ts';

/** What a palace needs to answer other palaces' searches. */
export type LinkedPalaceParts = Pick<
  SearchDependencies,
  'catalogue' | 'lexical' | 'vectors' | 'termsOf' | 'ingestModel' | 'now'
> & { readonly read: DrawerReads };

type Scoped = Pick<Params<'linkedCounts'>, 'query' | 'terms'> & { readonly filter: DrawerFilter };

const scopeOf = ({ query, filter }: Scoped, dependencies: LinkedPalaceParts, signal?: AbortSignal) => {
  const typed = parseQuery(query);
  return phraseScope(typed, dependencies.catalogue.scope({ ...filter, ...typed.filter }), dependencies, signal);
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
  const counts = lexical.counts(terms);
  const data = ({ frequencies, ...sums }: FieldCounts): FieldCountsData => ({
    ...sums,
    frequencies: terms.map((term) => frequencies.get(term) ?? 0),
  });
  return {
    text: data(counts.text),
    names: data(counts.names),
    paths: data(counts.paths),
    drawers: catalogue.drawers,
    in_scope: scope.count,
    in_scope_holding: terms.map((term) => lexical.documentFrequency(term, scope)),
    wing_counts: catalogue.wingCounts(),
  };
};

/** The second round: the palace's best candidates, scored with the counts of all palaces. Errors: a `ZodError` for wrong flags. */
export const poolForSearch = async (
  request: Omit<Params<'linkedPool'>, 'filter'> & { readonly filter: DrawerFilter },
  dependencies: LinkedPalaceParts,
  signal?: AbortSignal,
): Promise<PoolData> => {
  const { terms, counts, embedding, room, sort_by: sortBy } = request;
  const { lexical: index, catalogue, read } = dependencies;
  const flags = profileFlagsSchema.parse(request.flags);
  const scope = await scopeOf(request, dependencies, signal);
  const summed = ({ frequencies, ...sums }: FieldCountsData): FieldCounts => ({
    ...sums,
    frequencies: new Map(terms.map((term, i) => [term, frequencies[i] ?? 0])),
  });
  const lexical = lexicalLeg(
    index,
    lexicalQuery(index.analyser, request.words),
    scope,
    flags,
    (slot) => catalogue.isCommit(slot),
    {
      text: summed(counts.text),
      names: summed(counts.names),
      paths: summed(counts.paths),
    },
  );
  const guard =
    embedding === null ? null : modelGuard(dependencies.ingestModel(), embedding.model, flags.model_guard);
  const vectors = guard?.denseUsable === true ? dependencies.vectors() : null;
  const query = vectors === null || embedding === null ? null : Float32Array.from(embedding.vector);
  const dense = vectors === null || query === null ? null : denseLeg(vectors, query, scope);
  const choose = sortedMatches(sortBy, lexical, catalogue, room);
  const share = denseShare(lexical.confidence, flags);
  const company = poolCompany(sortBy, flags, (slot) => scope.mask[slot] === 1, catalogue);
  const hits = convexCombination(scope, lexical, dense, share, room, [], choose, company);
  const candidates = hydrate(hits, vectors, query, null, lexical, dependencies);
  const words = new Set(terms);
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
    with_vector: dense?.matched ?? 0,
    legs: { lexical: lexical.matched, ...(dense === null ? {} : { dense: dense.matched }) },
    matched: matchedByAny(scope, dense === null ? [lexical] : [lexical, dense]),
    lexical_range: rangeData(wordRange(lexical, scope)),
    dense_range: dense === null ? null : rangeData(minMax(dense, scope)),
    confidence: lexical.confidence,
    snapshot: snapshotFor(candidates, flags, dependencies),
    has_more: choose !== undefined && hits.length === room && room < lexical.matched,
    warning: guard?.warning ?? null,
  };
};

const rangeData = ({ least, most }: LegRange): PoolData['lexical_range'] => ({
  least: Number.isFinite(least) ? least : null,
  most: Number.isFinite(most) ? most : null,
});

const base64 = (components: Int8Array | null): string | null =>
  components === null
    ? null
    : Buffer.from(components.buffer, components.byteOffset, components.byteLength).toString('base64');
