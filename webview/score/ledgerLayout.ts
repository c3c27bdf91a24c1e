import type { ScoreStep, ScoreStory } from './scoreSteps.ts';

/** A bar of the ledger, in units of score: `from` ≤ `to`. */
export interface LedgerBar {
  readonly step: ScoreStep;
  readonly from: number;
  readonly to: number;
}

/**
 * Two lanes over the same stretch. Above: cosine and gains, end to end. Below: the final score, then every loss,
 * the first at the right end. Both lanes are equally long, because `cosine + gains = final + losses`. A final score
 * below zero is drawn in the upper lane, left of zero, so that the lanes stay equal.
 */
export interface LedgerLayout {
  readonly start: number;
  readonly end: number;
  readonly gains: readonly LedgerBar[];
  readonly losses: readonly LedgerBar[];
  readonly final: { readonly lane: 'above' | 'below'; readonly from: number; readonly to: number };
}

export const ledgerLayout = ({ steps, final }: ScoreStory): LedgerLayout => {
  let right = 0;
  const gains: LedgerBar[] = [];
  for (const step of steps.filter(({ delta }) => delta > 0)) {
    const from = right;
    right += step.delta;
    gains.push({ step, from, to: right });
  }
  const end = right;
  const losses: LedgerBar[] = [];
  for (const step of steps.filter(({ delta }) => delta < 0)) {
    const to = right;
    right += step.delta;
    losses.push({ step, from: right, to });
  }
  // `right` has returned to the final score, except for the last bits, because the sum has another order. Close the
  // gap.
  const lastLoss = losses.at(-1);
  const seam = lastLoss === undefined ? end : Math.min(final, lastLoss.to);
  if (lastLoss !== undefined) losses[losses.length - 1] = { ...lastLoss, from: seam };
  return {
    start: Math.min(0, seam),
    end,
    gains,
    losses,
    final: seam < 0 ? { lane: 'above', from: seam, to: 0 } : { lane: 'below', from: 0, to: seam },
  };
};

/** One scale for a whole list: zero, every score and running total, and the longest lane fit. Never empty. */
export const ledgerDomain = (
  stories: readonly (ScoreStory | null)[],
  scores: readonly number[] = [],
): readonly [number, number] => {
  let low = 0;
  let high = 0;
  for (const story of stories) {
    if (story === null) continue;
    const layout = ledgerLayout(story);
    low = Math.min(low, layout.start, ...story.steps.map(({ after }) => after));
    high = Math.max(high, layout.end);
  }
  low = Math.min(low, ...scores);
  high = Math.max(high, ...scores);
  return [Math.floor(low * 20) / 20, Math.max(0.05, Math.ceil(high * 20) / 20)];
};
