import { scaleLog } from 'd3';

/** A drawer's rank in a leg on a logarithmic ruler; pixels from the ruler's left. */
interface RankRuler {
  readonly start: number;
  readonly end: number;
  /** The last rank that entered the pool. */
  readonly depth: number;
  /** Null if the leg did not find the drawer. */
  readonly at: number | null;
  readonly inside: boolean;
}

const padding = 5;

/** The last rank of a ruler that several legs share. */
export const lastRank = (
  legs: readonly { readonly rank: number | null; readonly matched: number; readonly depth: number }[],
): number => Math.max(10, ...legs.map(({ rank, matched, depth }) => Math.max(rank ?? 0, matched, depth)));

/** The ruler runs from rank 1 to `last`, which is more than 1; ranks beyond are drawn at its end. */
export const rankRuler = (
  { rank, depth }: { readonly rank: number | null; readonly depth: number },
  last: number,
  width: number,
): RankRuler => {
  const position = scaleLog([1, last], [padding, width - padding]).clamp(true);
  return {
    start: position(1),
    end: position(last),
    depth: position(Math.max(1, depth)),
    at: rank === null ? null : position(rank),
    inside: rank !== null && rank <= depth,
  };
};
