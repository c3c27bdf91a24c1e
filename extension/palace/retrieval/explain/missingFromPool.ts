import { groupedNumber } from '../../../base/text/plural.ts';
import { notComparedReason } from '../../contract/search/notComparedReason.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import { rebuildFix, type Fix } from './fix.ts';
import { legStanding } from './legStanding.ts';
import type { RetrievedCandidates } from '../pipeline/retrieveCandidates.ts';

/** The widest pool that a profile may ask for. */
const greatestMultiplier = 100;

/** Why a drawer in scope did not enter the pool, and what would bring it in. */
export const missingFromPool = (
  drawer: Drawer,
  slot: number,
  recalled: RetrievedCandidates,
): { readonly reason: string; readonly fixes: readonly Fix[] } => {
  const { input, multiplier, fuse, vectors } = recalled;
  const unembeddable = vectors?.isZero(slot) === true;
  const { lexical, dense } = legStanding(slot, recalled);
  const words =
    lexical?.rank == null
      ? 'it holds none of the query’s words'
      : `by words it is number ${groupedNumber(lexical.rank)} of ${groupedNumber(lexical.matched)}`;
  const meaning =
    dense === undefined || dense.rank === null
      ? notComparedReason({ ...drawer, unembeddable }, dense !== undefined)
      : `by meaning it is number ${groupedNumber(dense.rank)} of ${groupedNumber(dense.matched)}`;
  const factor = leastFactor(slot, multiplier, fuse);
  const place = factor === null ? null : fuse(factor).findIndex((hit) => hit.slot === slot) + 1;
  return {
    reason: `${outside(input.candidates.length)}: ${words}; ${meaning}.`,
    fixes: [
      ...(factor === null || place === null
        ? []
        : [
            {
              text: `Set candidate_pool_multiplier to ${factor}: it would enter the pool at place ${groupedNumber(place)}.`,
              change: { overrides: { candidate_pool_multiplier: factor } },
            },
          ]),
      ...(lexical?.rank == null ? [{ text: 'Use words that occur in it.', change: null }] : []),
      ...(dense !== undefined && dense.rank === null && !drawer.sensitive && !drawer.archived && !unembeddable
        ? [{ text: 'Wait until its vector is computed.', change: null }]
        : []),
      ...(dense === undefined && input.guard.state.result === 'MISMATCH' ? [rebuildFix] : []),
    ],
  };
};

/** The smallest multiplier at which the drawer enters the pool, or null if none is enough. The pool grows with the multiplier. */
const leastFactor = (slot: number, multiplier: number, fuse: RetrievedCandidates['fuse']): number | null => {
  const enters = (factor: number): boolean => fuse(factor).some((hit) => hit.slot === slot);
  if (!enters(greatestMultiplier)) return null;
  let [low, high] = [multiplier, greatestMultiplier];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (enters(middle)) high = middle;
    else low = middle;
  }
  return high;
};

const outside = (candidates: number): string =>
  candidates === 1
    ? 'It was not the one candidate'
    : `It was not among the ${groupedNumber(candidates)} candidates`;
