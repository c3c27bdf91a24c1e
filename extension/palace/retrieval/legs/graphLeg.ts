import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { inverseDocumentFrequency } from '../../lexical/bm25.ts';
import type { FusedHit, LegScores } from './legScores.ts';
import type { SearchDependencies } from '../query/searchRequest.ts';

/** How many drawers a hop starts from: the best that the other legs, or the hop before, found. */
const seedCount = 5;
/** Share of the palace: a concept in more drawers than this would link everything with everything. */
const greatestShare = 0.02;
/** Weight of the second hop. */
const hopDecay = 0.5;

const isIdentifier = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\p{Ll}\p{Lu}|_\p{L}|\p{L}\p{N})/u;
const isName = /^\p{Lu}\p{Ll}/u;

interface Seed {
  readonly slot: number;
  readonly weight: number;
}

/**
 * The graph leg (off by default) finds drawers that share concepts with the best ones of the other legs, one or two hops
 * away. Concepts are tags, names and identifiers that occur in at least two drawers and at most 2 % of the palace; each link
 * counts its concept's idf times the seed's relevance.
 */
export const graphLeg = (
  hits: readonly FusedHit[],
  hops: number,
  scope: DrawerScope,
  dependencies: SearchDependencies,
): LegScores => {
  const scores = new Float64Array(scope.mask.length).fill(NaN);
  const seeds = new Set<number>();
  let from: readonly Seed[] = hits.slice(0, seedCount).map(({ slot, relevance }) => ({ slot, weight: relevance }));
  for (let hop = 0; hop < hops && from.length > 0; hop++) {
    for (const { slot } of from) seeds.add(slot);
    const reached = neighbours(from, scope, dependencies);
    let most = Number.MIN_VALUE;
    for (const [slot, score] of reached) {
      most = Math.max(most, score);
      if (!seeds.has(slot)) scores[slot] = Math.max(scores[slot] || 0, score);
    }
    from = [...reached]
      .filter(([slot]) => !seeds.has(slot))
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, seedCount)
      .map(([slot, score]) => ({ slot, weight: (hopDecay * score) / most }));
  }
  let matched = 0;
  for (const score of scores) if (!Number.isNaN(score)) matched++;
  return { scores, matched };
};

const neighbours = (
  seeds: readonly Seed[],
  scope: DrawerScope,
  { catalogue, read, lexical }: SearchDependencies,
): Map<number, number> => {
  const reached = new Map<number, number>();
  const drawers = read.drawersByRowid(seeds.map(({ slot }) => catalogue.rowidOf(slot)));
  const tags = read.tagsOf(drawers.map(({ id }) => id));
  const most = Math.max(2, Math.floor(catalogue.drawers * greatestShare));
  const link = (slot: number, weight: number): void => {
    if (scope.mask[slot] === 1) reached.set(slot, (reached.get(slot) ?? 0) + weight);
  };
  drawers.forEach((drawer) => {
    const seed = seeds.find(({ slot }) => catalogue.rowidOf(slot) === drawer.rowid)?.weight ?? 0;
    const weight = (df: number): number => seed * inverseDocumentFrequency(catalogue.drawers, df);
    for (const term of conceptsOf(drawer.text, lexical.analyser)) {
      const df = lexical.documentFrequency(term);
      if (df < 2 || df > most) continue;
      const strength = weight(df);
      for (const slot of lexical.slotsHolding([term], scope)) link(slot, strength);
    }
    for (const tag of tags.get(drawer.id) ?? []) {
      const tagged = read.drawerIdsTagged(tag);
      if (tagged.length < 2 || tagged.length > most) continue;
      const strength = weight(tagged.length);
      for (const id of tagged) link(catalogue.slotOfId(id) ?? -1, strength);
    }
  });
  return reached;
};

/** The terms of the names and identifiers in a text. */
const conceptsOf = (text: string, analyser: SearchDependencies['lexical']['analyser']): ReadonlySet<string> => {
  const concepts = new Set<string>();
  analyser.scan(text, ({ terms: [term] }, start, end) => {
    const word = text.slice(start, end);
    if (term !== undefined && (isIdentifier.test(word) || isName.test(word))) concepts.add(term);
  });
  return concepts;
};
