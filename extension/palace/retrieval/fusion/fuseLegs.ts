import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { denseOrder } from '../legs/denseLeg.ts';
import {
  convexCombination,
  reciprocalRankFusion,
  type FoundByLegs,
  type PoolChoice,
  type PoolRules,
} from './fusion.ts';
import type { FusedHit } from '../legs/legScores.ts';
import type { LexicalLeg } from '../legs/lexicalLeg.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';

/** How many candidates enter the phases under `convex`. */
export const poolSize = 100;

/**
 * The pool of candidates, best first, by the fusion that the profile names, or what the rules say. `company` counts only under
 * `convex`.
 */
export const fuseLegs = (
  legs: FoundByLegs & { readonly lexical: LexicalLeg },
  flags: ProfileFlags,
  multiplier: number,
  rules: PoolRules = {},
): FusedHit[] => {
  const { scope, lexical, dense, support = [] } = legs;
  const { choose } = rules;
  if (flags.fusion === 'rrf') {
    const depth = choose === undefined ? flags.leg_depth * multiplier : Infinity;
    const hits = reciprocalRankFusion(
      [
        { name: 'lexical', order: lexical.order(depth), weight: flags.lexical_weight, leg: lexical },
        {
          name: 'dense',
          order: dense === null ? [] : denseOrder(dense, depth),
          weight: flags.dense_weight === 'auto' ? 1 : flags.dense_weight,
          leg: dense,
        },
        ...support.map(({ name, leg, weight }) => ({ name, order: denseOrder(leg, depth), weight, leg })),
      ],
      flags.rrf_k,
    );
    return choose === undefined ? hits : chosenHits(hits, scope, choose);
  }
  const share = denseShare(lexical.matched === 0 ? 0 : lexical.confidence, flags);
  return convexCombination(legs, share, poolSize * multiplier, rules);
};

/** The share of meaning in the relevance; `sure`: how sure the words alone are, 0 to 1. */
export const denseShare = (sure: number, { dense_weight: weight }: ProfileFlags): number =>
  weight === 'auto' ? Math.min(0.7, Math.max(0.2, 0.4 + 0.4 * (0.5 - sure))) : Math.min(1, weight);

const chosenHits = (hits: readonly FusedHit[], scope: DrawerScope, choose: PoolChoice): FusedHit[] => {
  const relevance = new Float64Array(scope.mask.length).fill(NaN);
  for (const hit of hits) relevance[hit.slot] = hit.relevance;
  const bySlot = new Map(hits.map((hit) => [hit.slot, hit]));
  return choose(relevance).flatMap((slot) => bySlot.get(slot) ?? []);
};
