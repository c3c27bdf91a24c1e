/** A drawer's rank in a leg on a logarithmic ruler; pixels from the ruler's left. */
export interface RankRuler {
  readonly start: number;
  readonly end: number;
  /** Where the pool's reach into the leg ends. */
  readonly depth: number;
  /** Null where the leg does not hold the drawer. */
  readonly at: number | null;
  readonly inside: boolean;
}

const padding = 5;

/** Rank → pixels, logarithmic from rank 1 to `last`; what lies beyond stands at the end. */
const positionOf = (rank: number, last: number, width: number): number => {
  const share = last <= 1 ? 0 : Math.log(Math.min(Math.max(1, rank), last)) / Math.log(last);
  return padding + share * (width - 2 * padding);
};

/** The last rank of a ruler that several legs share. */
export const lastRank = (
  legs: readonly { readonly rank: number | null; readonly matched: number; readonly depth: number }[],
): number => Math.max(10, ...legs.map(({ rank, matched, depth }) => Math.max(rank ?? 0, matched, depth)));

export const rankRuler = (
  { rank, depth }: { readonly rank: number | null; readonly depth: number },
  last: number,
  width: number,
): RankRuler => ({
  start: positionOf(1, last, width),
  end: positionOf(last, last, width),
  depth: positionOf(depth, last, width),
  at: rank === null ? null : positionOf(rank, last, width),
  inside: rank !== null && rank <= depth,
});
