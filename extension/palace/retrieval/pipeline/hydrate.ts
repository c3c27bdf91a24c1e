import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { withEvent, type Candidate, type LegPlace, type LegPlaces } from '../candidates/candidate.ts';
import type { ClosetLeg } from '../legs/closetLeg.ts';
import type { FieldParts } from '../candidates/legParts.ts';
import type { LexicalLeg } from '../legs/lexicalLeg.ts';
import { exactCosine } from '../legs/denseLeg.ts';
import type { FusedHit } from '../legs/legScores.ts';
import { patternAnnotations } from '../candidates/patternAnnotations.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';

/** What the legs know of a drawer beyond its place. */
interface LegFacts {
  /** Null, like the query, if no vectors were compared. */
  readonly vectors: VectorIndex | null;
  readonly query: Float32Array | null;
  /** Null if closets were not searched. */
  readonly closets: ClosetLeg | null;
  readonly words: Pick<LexicalLeg, 'fieldsOf'>;
}

/** Reads the fused hits' drawers and adds their exact cosine and first event. A drawer that was removed meanwhile is left out. */
export const hydrate = (
  hits: readonly FusedHit[],
  { vectors, query, closets, words }: LegFacts,
  { catalogue, read, termsOf }: Pick<SearchDependencies, 'catalogue' | 'termsOf'> & { readonly read: DrawerReads },
): Candidate[] => {
  const drawers = new Map(
    read.drawersByRowid(hits.map(({ slot }) => catalogue.rowidOf(slot))).map((drawer) => [drawer.rowid, drawer]),
  );
  const patterns = patternAnnotations([...drawers.values()], read);
  return hits.flatMap((hit) => {
    const drawer = drawers.get(catalogue.rowidOf(hit.slot));
    if (drawer === undefined) return [];
    const exact = vectors === null || query === null ? NaN : exactCosine(vectors, hit.slot, query);
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
      ...(vectors?.isZero(hit.slot) === true ? { unembeddable: true } : {}),
      relevance: hit.relevance,
      legs: hit.legs,
      score: cosine,
      events: [],
      terms: termsOf(drawer.text),
      alsoIn: [],
    };
    return [
      hit.isClosetFirst === true
        ? withRelevance(candidate, hit.relevance, () => closetStanding(hit.legs, closetLine))
        : fusedCandidate(candidate, hit, () => words.fieldsOf(hit.slot)),
    ];
  });
};

/** The candidate with its relevance in place of the cosine. Of a linked palace's drawer, the ranks are those within that palace. */
export const fusedCandidate = (
  candidate: Candidate,
  { relevance, legs }: Pick<FusedHit, 'relevance' | 'legs'>,
  fields: () => FieldParts,
): Candidate =>
  withRelevance(
    { ...candidate, relevance, legs },
    relevance,
    () =>
      `${standings(legs, fields())}${candidate.palace === undefined ? '' : `; ranks within “${candidate.palace}”`}`,
  );

const withRelevance = (candidate: Candidate, relevance: number, how: () => string): Candidate =>
  withEvent(
    candidate,
    'fusion',
    relevance - candidate.cosine,
    () => `relevance ${relevance.toFixed(3)} (${how()}) in place of the cosine`,
  );

/** `closets asked first: #1 by “token rotation|Igor|”`. */
const closetStanding = ({ closets }: LegPlaces, line = ''): string =>
  `closets asked first: #${closets?.rank() ?? '–'} by “${line}”`;

const legWords = [
  ['lexical', 'keyword'],
  ['dense', 'semantic'],
  ['closets', 'closets'],
  ['graph', 'graph'],
] as const;

/** `keyword #1 → 0.60: text 0.41, path 0.19; semantic –`. */
const standings = (legs: LegPlaces, fields: FieldParts): string =>
  legWords
    .flatMap(([leg, name]) => {
      const place = legs[leg];
      if (place === undefined) return [];
      const rank = place.rank();
      if (rank === null) return [`${name} –`];
      const parts = leg === 'lexical' ? fieldShares(place, fields) : '';
      return [`${name} #${rank} → ${place.share.toFixed(2)}${parts}`];
    })
    .join('; ');

/** What each field contributed to the words' share; empty if all of it came from the text. */
const fieldShares = ({ score, share }: LegPlace, { text, path, names }: FieldParts): string => {
  if (path === 0 && names === 0) return '';
  const shown = [
    ['text', text],
    ['path', path],
    ['names', names],
  ] as const;
  return `: ${shown
    .filter(([, part]) => part > 0)
    .map(([field, part]) => `${field} ${((share * part) / score).toFixed(2)}`)
    .join(', ')}`;
};
