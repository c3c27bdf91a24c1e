import type { SelectionTrace } from '../../../extension/palace/contract/search/searchResult.ts';
import { select, wingScaleOf } from '../../../extension/palace/retrieval/phases/selection.ts';
import type { SearchRun } from '../../state/inspectorState.ts';

/** λ and γ of a selection. */
export interface SelectionWeights {
  readonly lambda: number;
  readonly gamma: number;
}

/** One pick of a selection made again. */
export interface Reselected {
  readonly drawerId: string;
  readonly title: string;
  readonly wing: string;
  /** From 1. */
  readonly rank: number;
  /** The selection score, which never rises from pick to pick. */
  readonly score: number;
}

export const weightsOf = (trace: SelectionTrace): SelectionWeights => ({
  lambda: trace.mmr_lambda,
  gamma: trace.wing_diversity_weight,
});

/** Index of the pair (a, b), a < b, of n items when pairs are listed row by row. */
export const pairIndex = (a: number, b: number, n: number): number => a * n - (a * (a + 1)) / 2 + (b - a - 1);

/** The pipeline's own selection over the recorded pool, with other weights. */
export const reselect = (trace: SelectionTrace, { lambda, gamma }: SelectionWeights): readonly Reselected[] => {
  const { candidates, similarities, wing_counts: counts, wing_diversity_scale: scale, k } = trace;
  const picks = select(
    candidates.map(({ score, wing }) => ({ relevance: score, wing })),
    {
      k,
      lambda,
      gamma,
      wingScale: wingScaleOf(scale, counts),
      similarity: (a, b) => similarities[pairIndex(Math.min(a, b), Math.max(a, b), candidates.length)] ?? 0,
    },
  );
  return picks.flatMap(({ index, selectionScore }, place) => {
    const candidate = candidates[index];
    if (candidate === undefined) return [];
    const { drawer_id: drawerId, title, wing } = candidate;
    return [{ drawerId, title, wing, rank: place + 1, score: selectionScore }];
  });
};

/** A search's recorded selection: the weights that it used, and its picks. */
export interface RecordedSelection {
  readonly run: SearchRun;
  readonly trace: SelectionTrace;
  readonly used: SelectionWeights;
  readonly picks: readonly Reselected[];
}

export const recordedSelection = (run: SearchRun, trace: SelectionTrace): RecordedSelection => {
  const used = weightsOf(trace);
  return { run, trace, used, picks: reselect(trace, used) };
};

/** A place that changed: `by` climbs (positive), falls, or is null for one that came in. */
export interface Move {
  readonly pick: Reselected;
  readonly by: number | null;
}

export interface Moves {
  readonly picks: readonly Move[];
  /** Those that fell out, with the rank they had. */
  readonly out: readonly Reselected[];
}

/** The changes from one selection to another. */
export const movesBetween = (before: readonly Reselected[], now: readonly Reselected[]): Moves => {
  const rankBefore = new Map(before.map(({ drawerId, rank }) => [drawerId, rank]));
  const kept = new Set(now.map(({ drawerId }) => drawerId));
  return {
    picks: now.map((pick) => {
      const rank = rankBefore.get(pick.drawerId);
      return { pick, by: rank === undefined ? null : rank - pick.rank };
    }),
    out: before.filter(({ drawerId }) => !kept.has(drawerId)),
  };
};
