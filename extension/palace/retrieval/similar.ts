import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import { stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { SearchResult } from '../contract/search/searchResult.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import { dequantise } from '../vectors/quantise.ts';
import type { VectorIndex } from '../vectors/vectorIndex.ts';
import { nowhere, type Candidate } from './candidates/candidate.ts';
import { denseLeg, denseOrder, withoutVector } from './legs/denseLeg.ts';
import { drawerTitle } from './candidates/drawerTitle.ts';
import { patternAnnotations } from './candidates/patternAnnotations.ts';
import { markedReplacement } from './phases/markedReplacement.ts';
import { searchHit } from './pipeline/searchHit.ts';

interface SimilarDependencies {
  readonly catalogue: Catalogue;
  readonly vectors: () => VectorIndex | null;
  readonly read: ReadQueries;
  readonly ingestModel: () => ModelStamp | null;
  readonly timer: () => number;
}

/** How many neighbours are compared exactly per result, so that copies of one text leave enough others. */
const spare = 20;

/**
 * The drawers whose stored vectors are nearest to a drawer's, without the drawer itself; copies of one text are folded. The
 * score is the cosine alone. No model is needed: the vectors of one palace are comparable with each other.
 * Throws E_DRAWER_NOT_FOUND, E_NO_VECTOR.
 */
export const similar = (
  id: string,
  k: number,
  filter: DrawerFilter,
  dependencies: SimilarDependencies,
): SearchResult => {
  const { catalogue, read, timer } = dependencies;
  const started = timer();
  const { slot, drawer, vectors, stamp, query } = comparedDrawer(id, dependencies);
  const scope = catalogue.scope(filter);
  const leg = denseLeg(vectors, query, scope);
  const order = denseOrder(leg, k + spare * k + 1)
    .filter((other) => other !== slot)
    .map((other) => ({ slot: other, cosine: vectors.similarity(slot, other) }))
    .sort((a, b) => b.cosine - a.cosine || a.slot - b.slot);
  const candidates = candidatesOf(folded(order, catalogue, k), catalogue, read);
  const ms = timer() - started;
  const matched = leg.matched - (scope.mask[slot] === 1 ? 1 : 0);
  return {
    query: drawerTitle(drawer),
    profile: 'similar',
    results: candidates.map((candidate, i) => searchHit(candidate, i + 1, true)),
    pipeline_trace: {
      phases_applied: ['dense', 'duplicates', 'cut'],
      phases_skipped: [],
      total_candidates_in: matched,
      total_results_out: candidates.length,
      profile_used: 'similar',
      elapsed_ms: Math.round(ms * 10) / 10,
      phase_timing_ms: { dense: Math.round(ms * 1000) / 1000 },
      model_guard: {
        result: 'MATCH',
        ingest_model: stamp.model,
        query_model: stamp.model,
        dim_ingest: stamp.dim,
        dim_query: stamp.dim,
      },
      warnings: [],
      scope: {
        palace: catalogue.drawers,
        in_scope: scope.count,
        without_vector: withoutVector(leg, vectors, scope, catalogue),
      },
      legs: { dense: matched },
      terms: [],
    },
    warnings: [],
  };
};

/** A drawer that others are compared with, and its vector. */
interface ComparedDrawer {
  readonly slot: number;
  readonly drawer: Drawer;
  readonly vectors: VectorIndex;
  readonly stamp: ModelStamp;
  readonly query: Float32Array;
}

const searchWords = 'Search for its words instead.';

/** Throws E_DRAWER_NOT_FOUND, E_NO_VECTOR. */
const comparedDrawer = (
  id: string,
  { catalogue, vectors: index, read, ingestModel }: SimilarDependencies,
): ComparedDrawer => {
  const slot = catalogue.slotOfId(id);
  const [drawer] = slot === undefined ? [] : read.drawersByRowid([catalogue.rowidOf(slot)]);
  if (slot === undefined || drawer === undefined)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
  const [vectors, stamp] = [index(), ingestModel()];
  const [stored] = stamp === null ? [] : read.scanVectors(stampKey(stamp), drawer.rowid - 1, 1);
  if (vectors === null || stamp === null || !vectors.has(slot) || stored?.rowid !== drawer.rowid)
    throw new PalaceError(
      'E_NO_VECTOR',
      drawer.sensitive
        ? errorText`${drawerTitle(drawer)} has no vector: it is sensitive.`
        : drawer.archived
          ? errorText`${drawerTitle(drawer)} has no vector: it is archived.`
          : errorText`${drawerTitle(drawer)} has no vector yet.`,
      drawer.sensitive || drawer.archived ? { remedy: searchWords } : {},
    );
  if (vectors.isZero(slot))
    throw new PalaceError(
      'E_NO_VECTOR',
      errorText`${drawerTitle(drawer)} has no vector: the model can’t embed its text.`,
      { remedy: searchWords },
    );
  return { slot, drawer, vectors, stamp, query: dequantise(stored) };
};

interface Neighbour {
  readonly slot: number;
  readonly cosine: number;
  readonly alsoIn: string[];
}

/** The first `k` with different texts; each lists the others with the same text. */
const folded = (
  order: readonly { readonly slot: number; readonly cosine: number }[],
  catalogue: Catalogue,
  k: number,
): Neighbour[] => {
  const byHash = new Map<string, Neighbour>();
  for (const { slot, cosine } of order) {
    const hash = catalogue.contentHashOf(slot);
    const known = byHash.get(hash);
    if (known !== undefined) known.alsoIn.push(catalogue.entry(slot).id);
    else if (byHash.size < k) byHash.set(hash, { slot, cosine, alsoIn: [] });
  }
  return [...byHash.values()];
};

/** The neighbours with their drawers, their patterns, and what replaces them. */
const candidatesOf = (found: readonly Neighbour[], catalogue: Catalogue, read: ReadQueries): Candidate[] => {
  const drawers = new Map(
    read.drawersByRowid(found.map((hit) => catalogue.rowidOf(hit.slot))).map((other) => [other.rowid, other]),
  );
  const patterns = patternAnnotations([...drawers.values()], read);
  return found.flatMap((hit) => {
    const other = drawers.get(catalogue.rowidOf(hit.slot));
    const annotation = other === undefined ? undefined : patterns.get(other.id);
    const replacedBy = other === undefined ? undefined : markedReplacement(other, read);
    return other === undefined
      ? []
      : [
          {
            ...candidateOf(hit, other, catalogue),
            ...(annotation === undefined ? {} : { annotations: [annotation] }),
            ...(replacedBy === undefined ? {} : { replacedBy }),
          },
        ];
  });
};

const candidateOf = ({ slot, cosine, alsoIn }: Neighbour, drawer: Drawer, catalogue: Catalogue): Candidate => ({
  entry: catalogue.entry(slot),
  drawer,
  cosine,
  hasVector: true,
  relevance: cosine,
  score: cosine,
  events: [],
  alsoIn,
  legs: { lexical: nowhere, dense: { rank: () => null, score: cosine, share: cosine } },
  terms: { terms: [], positions: new Uint32Array(0), sentence: new Uint32Array(0), timeMention: () => null },
});
