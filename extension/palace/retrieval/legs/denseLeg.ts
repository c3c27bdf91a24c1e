import { ScratchArrays } from '../../../base/scratchArrays.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { isCapitalised } from '../../lexical/text/word.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { bestSlots } from './bestSlots.ts';
import type { LegScores } from './legScores.ts';

/** Cosine of the query with every drawer of the scope that has a usable vector: exact, not approximate. `arrays` holds the scores. */
export const denseLeg = (
  vectors: VectorIndex,
  query: Float32Array,
  scope: DrawerScope,
  arrays = new ScratchArrays(),
): LegScores => {
  const { mask, history } = scope;
  const scores = vectors.scan(query, mask.length, arrays.float64(mask.length));
  let matched = 0;
  let [least, most] = [Infinity, -Infinity];
  for (let slot = 0; slot < scores.length; slot++) {
    const cosine = scores[slot] ?? NaN;
    if (cosine !== cosine) continue;
    if (mask[slot] !== 1 || (cosine === 0 && vectors.isZero(slot))) {
      scores[slot] = NaN;
      continue;
    }
    matched++;
    if (cosine < least) least = cosine;
    if (cosine > most) most = cosine;
  }
  return history === undefined ? { scores, matched, range: { least, most } } : { scores, matched };
};

/** The same in double precision for one drawer; NaN if it has no usable vector. A zero vector says that the model gave none. */
export const exactCosine = (vectors: VectorIndex, slot: number, query: Float32Array): number =>
  vectors.isZero(slot) ? NaN : vectors.cosine(slot, query);

/** How many of the scope's drawers the leg could not compare yet, because their vectors are due. Null: no vector was compared. */
export const withoutVector = (
  leg: LegScores | null,
  vectors: VectorIndex | null,
  scope: DrawerScope,
  catalogue: Catalogue,
): number =>
  leg?.matched === scope.count
    ? 0
    : catalogue.awaitingVector(
        scope,
        (slot) => leg !== null && (!Number.isNaN(leg.scores[slot] ?? NaN) || vectors?.isZero(slot) === true),
      );

/** The leg's first `depth` slots, best first. */
export const denseOrder = ({ scores }: LegScores, depth: number): number[] => bestSlots(scores, depth);

/** Drawers of linked palaces that the query's filter lets pass. */
interface DrawersElsewhere {
  readonly inScope: number;
  /** How many of them hold a term. */
  readonly holding: (term: string) => number;
}

/**
 * The query without the capitalised words that more than `share` of the scope's drawers contain: a name that is everywhere
 * pulls the vector towards everything. Null if there is nothing to remove, or nothing would be left.
 */
export const withoutCommonNames = (
  text: string,
  index: LexicalIndex,
  scope: DrawerScope,
  share: number,
  elsewhere: DrawersElsewhere = { inScope: 0, holding: () => 0 },
): string | null => {
  const drawers = scope.count + elsewhere.inScope;
  if (share >= 1 || drawers === 0) return null;
  let cleaned = '';
  let kept = 0;
  let removed = 0;
  let last = 0;
  index.analyser.scan(text, (word, start, end) => {
    const [term] = word.terms;
    if (term === undefined) return;
    if (
      isCapitalised(text.slice(start, end)) &&
      index.documentFrequency(term, scope) + elsewhere.holding(term) > share * drawers
    ) {
      cleaned += text.slice(last, start);
      last = end;
      removed++;
    } else kept++;
  });
  cleaned += text.slice(last);
  return removed === 0 || kept === 0
    ? null
    : cleaned
        .replace(/['’]s\b/gu, '')
        .replace(/\s+/gu, ' ')
        .trim();
};
