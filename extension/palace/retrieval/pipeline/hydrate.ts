import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { withEvent, type Candidate, type LegPlaces } from '../candidates/candidate.ts';
import type { ClosetLeg } from '../legs/closetLeg.ts';
import type { FusedHit } from '../legs/legScores.ts';
import { patternAnnotations } from '../candidates/patternAnnotations.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';
import { textTerms } from '../candidates/textTerms.ts';

/** Reads the fused hits' drawers and adds their exact cosine and first event. A drawer that was removed meanwhile is left out. */
export const hydrate = (
  hits: readonly FusedHit[],
  vectors: VectorIndex | null,
  query: Float32Array | null,
  closets: ClosetLeg | null,
  { catalogue, read, lexical }: SearchDependencies,
): Candidate[] => {
  const drawers = new Map(
    read.drawersByRowid(hits.map(({ slot }) => catalogue.rowidOf(slot))).map((drawer) => [drawer.rowid, drawer]),
  );
  const patterns = patternAnnotations([...drawers.values()], read);
  return hits.flatMap((hit) => {
    const drawer = drawers.get(catalogue.rowidOf(hit.slot));
    if (drawer === undefined) return [];
    const exact = vectors === null || query === null ? NaN : vectors.cosine(hit.slot, query);
    const cosine = Number.isNaN(exact) ? 0 : exact;
    const closetLine = closets?.lineOf(hit.slot);
    const annotation = patterns.get(drawer.id);
    const candidate: Candidate = {
      ...(annotation === undefined ? {} : { annotations: [annotation] }),
      ...(closetLine === undefined ? {} : { closetLine }),
      entry: catalogue.entry(hit.slot),
      drawer,
      cosine,
      hasVector: !Number.isNaN(exact),
      relevance: hit.relevance,
      legs: hit.legs,
      score: cosine,
      events: [],
      terms: textTerms(drawer.text, lexical.analyser),
      alsoIn: [],
    };
    const how = hit.isClosetFirst === true ? closetStanding(hit.legs, closetLine) : standings(hit.legs);
    const reason = `relevance ${hit.relevance.toFixed(3)} (${how}) in place of the cosine`;
    return [withEvent(candidate, 'fusion', hit.relevance - cosine, reason)];
  });
};

/** `closets asked first: #1 by “token rotation|Igor|”`. */
const closetStanding = ({ closets }: LegPlaces, line = ''): string =>
  `closets asked first: #${closets?.rank ?? '–'} by “${line}”`;

const legWords = [
  ['lexical', 'words'],
  ['dense', 'meaning'],
  ['closets', 'closets'],
  ['graph', 'graph'],
] as const;

/** `words #1 → 0.60, meaning –`. */
const standings = (legs: LegPlaces): string =>
  legWords
    .flatMap(([leg, name]) => {
      const place = legs[leg];
      return place === undefined
        ? []
        : [place.rank === null ? `${name} –` : `${name} #${place.rank} → ${place.share.toFixed(2)}`];
    })
    .join(', ');
