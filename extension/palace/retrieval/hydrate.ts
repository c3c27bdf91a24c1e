import type { VectorIndex } from '../vectors/vectorIndex.ts';
import { withEvent, type Candidate } from './candidate.ts';
import type { FusedHit } from './fusion.ts';
import type { SearchDependencies } from './searchRequest.ts';
import { textTerms } from './textTerms.ts';

/** The fused hits with their drawers, their exact cosine and their first event; one that has left the palace is left out. */
export const hydrate = (
  hits: readonly FusedHit[], vectors: VectorIndex | null, query: Float32Array | null, { catalogue, read, lexical }: SearchDependencies,
): Candidate[] => {
  const drawers = new Map(read.drawersByRowid(hits.map(({ slot }) => catalogue.rowidOf(slot))).map((drawer) => [drawer.rowid, drawer]));
  return hits.flatMap((hit) => {
    const drawer = drawers.get(catalogue.rowidOf(hit.slot));
    if (drawer === undefined) return [];
    const exact = vectors === null || query === null ? NaN : vectors.cosine(hit.slot, query);
    const cosine = Number.isNaN(exact) ? 0 : exact;
    const candidate: Candidate = {
      entry: catalogue.entry(hit.slot), drawer, cosine, hasVector: !Number.isNaN(exact), relevance: hit.relevance,
      legs: { lexical: hit.lexical, dense: hit.dense }, score: cosine, events: [], terms: textTerms(drawer.text, lexical.analyser), alsoIn: [],
    };
    const leg = (name: string, { rank, share }: FusedHit['lexical']): string => (rank === null ? `${name} –` : `${name} #${rank} → ${share.toFixed(2)}`);
    const reason = `relevance ${hit.relevance.toFixed(3)} (${leg('words', hit.lexical)}, ${leg('meaning', hit.dense)}) in place of the cosine`;
    return [withEvent(candidate, 'fusion', hit.relevance - cosine, reason)];
  });
};
