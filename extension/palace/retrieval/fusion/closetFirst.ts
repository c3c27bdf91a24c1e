import { nowhere } from '../candidates/candidate.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';
import { denseOrder, exactCosine } from '../legs/denseLeg.ts';
import type { FusedHit } from '../legs/legScores.ts';
import { legRanks } from '../legs/legRanks.ts';
import type { ClosetLeg } from '../legs/closetLeg.ts';

/** How far from the query a hit may be. */
interface DistanceLimit {
  readonly vectors: VectorIndex | null;
  readonly query: Float32Array | null;
  /** 1 − cosine; null for no limit. */
  readonly maxDistance: number | null;
}

/**
 * Closet-first search: exactly the drawers that the closets point to, by the score of their lines. A hit whose cosine
 * distance from the query (1 − cosine) is more than `maxDistance` is left out; one without a vector has no distance and
 * stays. Null if nothing is left: the direct legs answer then.
 */
export const closetFirst = (
  leg: ClosetLeg,
  scope: DrawerScope,
  pool: number,
  { vectors, query, maxDistance }: DistanceLimit,
): FusedHit[] | null => {
  const slots = denseOrder(leg, pool).filter((slot) => {
    const cosine = vectors === null || query === null ? NaN : exactCosine(vectors, slot, query);
    return maxDistance === null || Number.isNaN(cosine) || 1 - cosine <= maxDistance;
  });
  const most = leg.scores[slots[0] ?? -1] ?? 0;
  const ranks = legRanks(leg, scope, slots);
  return slots.length === 0
    ? null
    : slots.map((slot, i) => {
        const score = leg.scores[slot] ?? 0;
        const relevance = most > 0 ? score / most : 1;
        return {
          slot,
          relevance,
          isClosetFirst: true,
          legs: {
            lexical: nowhere,
            dense: nowhere,
            closets: { rank: () => ranks[i] ?? null, score, share: relevance },
          },
        };
      });
};
