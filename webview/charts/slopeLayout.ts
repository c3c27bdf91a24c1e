/** How a drawer's rank changes from ranking A to ranking B. */
type SlopeKind = 'same' | 'up' | 'down' | 'new' | 'gone';

/** One drawer of either ranking's first k. Ranks from 1, null if a ranking lacks it; rows from 0. */
export interface Slope {
  readonly id: string;
  readonly rankA: number | null;
  readonly rankB: number | null;
  readonly rowA: number;
  readonly rowB: number;
  readonly kind: SlopeKind;
}

export interface SlopeLayout {
  /** Drawers in the order of A's rows and of B's; both lists hold the same drawers. */
  readonly rowsA: readonly Slope[];
  readonly rowsB: readonly Slope[];
  /** Number of rows that are a ranking's own first k; below them are those that only the other one has there. */
  readonly topA: number;
  readonly topB: number;
}

const kindOf = (rankA: number | null, rankB: number | null, k: number): SlopeKind => {
  if (rankB === null || rankB > k) return 'gone';
  if (rankA === null || rankA > k) return 'new';
  return rankA === rankB ? 'same' : rankA > rankB ? 'up' : 'down';
};

/** Two rankings row for row: each one's first k, then what the other has there, by the rank it has here (unknown ranks last). */
export const slopeLayout = (a: readonly string[], b: readonly string[], k: number): SlopeLayout => {
  const ranksOf = (ids: readonly string[]): ReadonlyMap<string, number> =>
    new Map(ids.map((id, index) => [id, index + 1]));
  const [ranksA, ranksB] = [ranksOf(a), ranksOf(b)];
  const rows = (
    own: readonly string[],
    other: readonly string[],
    ranks: ReadonlyMap<string, number>,
  ): readonly string[] => {
    const top = own.slice(0, k);
    const held = new Set(top);
    const beyond = other.slice(0, k).filter((id) => !held.has(id));
    return [...top, ...beyond.sort((x, y) => (ranks.get(x) ?? Infinity) - (ranks.get(y) ?? Infinity) || 0)];
  };
  const idsA = rows(a, b, ranksA);
  const idsB = rows(b, a, ranksB);
  const rowB = new Map(idsB.map((id, index) => [id, index]));
  const rowsA = idsA.map((id, rowA): Slope => {
    const [rankA, rankB] = [ranksA.get(id) ?? null, ranksB.get(id) ?? null];
    return { id, rankA, rankB, rowA, rowB: rowB.get(id) ?? 0, kind: kindOf(rankA, rankB, k) };
  });
  return {
    rowsA,
    rowsB: [...rowsA].sort((x, y) => x.rowB - y.rowB),
    topA: Math.min(k, a.length),
    topB: Math.min(k, b.length),
  };
};
