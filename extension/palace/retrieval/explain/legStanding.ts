import type { WhyNot } from '../../contract/search/searchResult.ts';
import type { LegName } from '../candidates/candidate.ts';
import { denseOrder } from '../legs/denseLeg.ts';
import { legRanks } from '../legs/legRanks.ts';
import type { LegScores } from '../legs/legScores.ts';
import type { RetrievedCandidates } from '../pipeline/retrieveCandidates.ts';

/** A drawer's rank in each leg that ran, and the deepest rank of each leg that still entered the pool. */
export const legStanding = (
  slot: number,
  {
    input,
    scope,
    lexical,
    dense,
    support,
  }: Pick<RetrievedCandidates, 'input' | 'scope' | 'lexical' | 'dense' | 'support'>,
): WhyNot['leg_ranks'] => {
  const inLists = input.context.flags.fusion === 'rrf';
  const depth = (leg: LegName): number =>
    input.candidates.reduce((deepest, { legs }) => Math.max(deepest, legs[leg]?.rank() ?? 0), 0);
  const inList = (order: readonly number[]): number | null => {
    const at = order.indexOf(slot);
    return at === -1 ? null : at + 1;
  };
  const inScope = scope.mask[slot] === 1;
  const rankIn = (leg: LegScores, order: () => readonly number[]): number | null =>
    !inScope ? null : inLists ? inList(order()) : (legRanks(leg, scope, [slot])[0] ?? null);
  return {
    ...(lexical === null
      ? {}
      : {
          lexical: {
            rank: rankIn(lexical, () => lexical.order(Infinity)),
            matched: lexical.matched,
            depth: depth('lexical'),
          },
        }),
    ...(dense === null
      ? {}
      : {
          dense: {
            rank: rankIn(dense, () => denseOrder(dense, Infinity)),
            matched: dense.matched,
            depth: depth('dense'),
          },
        }),
    ...Object.fromEntries(
      support.map(({ name, leg }) => [
        name,
        { rank: rankIn(leg, () => denseOrder(leg, Infinity)), matched: leg.matched, depth: depth(name) },
      ]),
    ),
  };
};
