import type { DrawerScope } from '../model/drawerScope.ts';
import { denseOrder } from './denseLeg.ts';
import { convexCombination, reciprocalRankFusion, type FusedHit, type LegScores } from './fusion.ts';
import type { LexicalLeg } from './lexicalLeg.ts';
import type { ProfileFlags } from './profileFlags.ts';

/** Candidates that the phases look at under `convex`. */
const poolSize = 100;

/** The pool of candidates, best first, by the profile's form of fusion. */
export const fuseLegs = (scope: DrawerScope, lexical: LexicalLeg, dense: LegScores | null, flags: ProfileFlags, multiplier: number): FusedHit[] => {
  if (flags.fusion === 'rrf') {
    const depth = flags.leg_depth * multiplier;
    return reciprocalRankFusion(
      { lexical: lexical.order(depth), dense: dense === null ? [] : denseOrder(dense, depth) },
      { lexical: flags.lexical_weight, dense: flags.dense_weight === 'auto' ? 1 : flags.dense_weight }, flags.rrf_k, { lexical, dense });
  }
  const sure = lexical.matched === 0 ? 0 : lexical.confidence;
  const share = flags.dense_weight === 'auto' ? Math.min(0.7, Math.max(0.2, 0.4 + 0.4 * (0.5 - sure))) : Math.min(1, flags.dense_weight);
  return convexCombination(scope, lexical, dense, share, poolSize * multiplier);
};
