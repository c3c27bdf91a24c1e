/** A wing after one pick: its share of the set so far, whether this pick was its own, and its share in the run. */
interface WingStep {
  readonly share: number;
  readonly picked: boolean;
  readonly runShare: number | null;
}

/** One wing: its share of the palace, of the result, and of the set after every pick. Shares are 0…1. */
export interface WingRow {
  readonly wing: string;
  readonly palaceCount: number;
  readonly palaceShare: number;
  readonly resultCount: number;
  readonly resultShare: number;
  readonly steps: readonly WingStep[];
}

export interface WingRows {
  readonly rows: readonly WingRow[];
  /** Wings without a row: how many, and how many drawers they have. */
  readonly rest: { readonly wings: number; readonly drawers: number };
}

/** How many wings get a row although nothing was picked from them. */
const mostIdle = 12;

const sharesOf = (wing: string, picks: readonly string[]): readonly number[] => {
  let own = 0;
  return picks.map((picked, index) => {
    if (picked === wing) own += 1;
    return own / (index + 1);
  });
};

/**
 * One row per wing, the largest first: every wing that was picked from, now or in the run, and the largest of the others.
 * `picks` and `runPicks` are the wings of the picks in order; `counts` the palace's drawers by wing.
 */
export const wingRows = (
  counts: Readonly<Record<string, number>>,
  picks: readonly string[],
  runPicks: readonly string[],
): WingRows => {
  const countOf = (wing: string): number => (Object.hasOwn(counts, wing) ? (counts[wing] ?? 0) : 0);
  const drawers = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const used = new Set([...picks, ...runPicks]);
  const all = [...new Set([...Object.keys(counts), ...used])].sort(
    (a, b) => countOf(b) - countOf(a) || a.localeCompare(b),
  );
  const idle = new Set(all.filter((wing) => !used.has(wing)).slice(0, Math.max(0, mostIdle - used.size)));
  const shown = all.filter((wing) => used.has(wing) || idle.has(wing));
  const left = all.filter((wing) => !used.has(wing) && !idle.has(wing));
  const rows = shown.map((wing): WingRow => {
    const palaceCount = countOf(wing);
    const resultCount = picks.filter((picked) => picked === wing).length;
    const run = sharesOf(wing, runPicks);
    return {
      wing,
      palaceCount,
      palaceShare: drawers === 0 ? 0 : palaceCount / drawers,
      resultCount,
      resultShare: picks.length === 0 ? 0 : resultCount / picks.length,
      steps: sharesOf(wing, picks).map((share, index) => ({
        share,
        picked: picks[index] === wing,
        runShare: run[index] ?? null,
      })),
    };
  });
  return { rows, rest: { wings: left.length, drawers: left.reduce((sum, wing) => sum + countOf(wing), 0) } };
};
