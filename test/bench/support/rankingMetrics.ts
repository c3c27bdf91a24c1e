/** Quality of one ranking against its gold drawers. */
export interface RankingMetrics {
  /** Share of the gold found in the first k. */
  readonly r1: number;
  readonly r5: number;
  readonly r10: number;
  /** 1 / rank of the first gold drawer, 0 where there is none. */
  readonly mrr: number;
  /** Normalised discounted cumulative gain of the first ten, gold counting 1. */
  readonly ndcg10: number;
}

export const rankingMetrics = (ranked: readonly string[], gold: readonly string[]): RankingMetrics => {
  const wanted = new Set(gold);
  const share = (k: number): number =>
    wanted.size === 0 ? 0 : ranked.slice(0, k).filter((id) => wanted.has(id)).length / wanted.size;
  const first = ranked.findIndex((id) => wanted.has(id));
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  const ideal = Array.from({ length: Math.min(10, wanted.size) }, (_, i) => gain(i)).reduce(
    (sum, x) => sum + x,
    0,
  );
  const reached = ranked.slice(0, 10).reduce((sum, id, i) => (wanted.has(id) ? sum + gain(i) : sum), 0);
  return {
    r1: share(1),
    r5: share(5),
    r10: share(10),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    ndcg10: ideal === 0 ? 0 : reached / ideal,
  };
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, x) => sum + x, 0) / values.length;

/** The value below which a share `p` of the values lies (nearest rank). */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? 0;
};
