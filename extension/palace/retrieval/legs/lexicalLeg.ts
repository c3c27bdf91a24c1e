import { firstOf } from '../../../base/boundedHeap.ts';
import type { DrawerScope } from '../../model/drawerScope.ts';
import type { Bm25Index } from '../../lexical/bm25Index.ts';
import { lexicalQuery, type LexicalQuery } from '../../lexical/lexicalQuery.ts';
import type { TermStatistics } from '../../lexical/lexicalScores.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import type { LegScores } from './legScores.ts';

export interface LexicalLeg extends LegScores {
  readonly terms: readonly TermStatistics[];
  /** 0…1: the greatest score as a share of the greatest possible one. */
  readonly confidence: number;
  /** Slots in the leg's order: those that hold all words first, then by score. */
  readonly order: (depth: number) => number[];
}

export const parsedLexicalQuery = (index: Bm25Index, words: string, excluded: readonly string[]): LexicalQuery =>
  lexicalQuery(index.analyser, words, excluded);

/** BM25 over the scope for any of the words; `order` puts drawers that hold all of them first. */
export const lexicalLeg = (
  index: Bm25Index,
  query: LexicalQuery,
  scope: DrawerScope,
  flags: ProfileFlags,
): LexicalLeg => {
  const found = index.score(query, scope, { statistics: flags.lexical_statistics });
  const scores = new Float64Array(scope.mask.length).fill(NaN);
  let greatest = 0;
  found.slots.forEach((slot, i) => {
    const score = found.scores[i] ?? 0;
    scores[slot] = score;
    if (score > greatest) greatest = score;
  });
  return {
    scores,
    matched: found.slots.length,
    terms: found.terms,
    confidence: found.maxPossible > 0 ? greatest / found.maxPossible : 0,
    order: (depth) => {
      const all = (i: number): number => ((found.matchedTerms[i] ?? 0) >= found.words ? 1 : 0);
      const matches = Array.from(found.slots, (slot, i) => ({ slot, all: all(i), score: found.scores[i] ?? 0 }));
      return firstOf(matches, depth, (x, y) => y.all - x.all || y.score - x.score || x.slot - y.slot).map(
        ({ slot }) => slot,
      );
    },
  };
};
