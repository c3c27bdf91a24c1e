import type { SearchHit } from '../../extension/palace/contract/searchResult.ts';
import { formatDelta, formatScore } from './numberFormat.ts';
import { phaseLook, type PhaseLook, type StepPhase } from './phaseLook.ts';

/** One step of a score: exact values beside what is shown of them. The first step is the cosine. */
export interface ScoreStep {
  readonly phase: StepPhase;
  readonly look: PhaseLook;
  readonly reason: string;
  readonly delta: number;
  readonly before: number;
  readonly after: number;
  /** `after` rounded to thousandths, and its difference to the step before: what is shown always adds up. */
  readonly shownAfter: number;
  readonly shownDelta: number;
  /** The shown change: `0.642` for the cosine, `+.358`, `−.162`. */
  readonly change: string;
  readonly running: string;
}

export interface ScoreStory {
  readonly steps: readonly ScoreStep[];
  readonly final: number;
  readonly shownFinal: string;
  /** Whether the left-to-right sum of the steps is the final score, to the last bit. */
  readonly addsUp: boolean;
}

const thousandths = (value: number): number => Math.round(value * 1000) + 0; // + 0 turns −0 into 0

/**
 * The steps from cosine to final score, or null where the search was not explained. Running totals are rounded and the
 * changes are their differences, so the shown numbers add up exactly, whatever the exact ones are.
 */
export const scoreStory = (
  hit: Pick<SearchHit, 'score' | 'score_events' | 'cosine_similarity' | 'score_breakdown'>,
): ScoreStory | null => {
  const cosine = hit.cosine_similarity ?? hit.score_breakdown?.cosine_similarity;
  if (hit.score_events === undefined || cosine === undefined) return null;
  const events = [
    {
      phase: 'cosine' as const,
      delta: cosine,
      reason: cosine === 0 ? 'no usable vector' : 'stored vector against the query’s',
    },
    ...hit.score_events,
  ];
  let sum = 0;
  const steps = events.map(({ phase, delta, reason }): ScoreStep => {
    const before = sum;
    sum = before + delta;
    const shownAfter = thousandths(sum);
    const shownDelta = shownAfter - thousandths(before);
    return {
      phase,
      look: phaseLook(phase),
      reason,
      delta,
      before,
      after: sum,
      shownAfter,
      shownDelta,
      change: phase === 'cosine' ? formatScore(shownAfter) : formatDelta(shownDelta, delta < 0),
      running: formatScore(shownAfter),
    };
  });
  return { steps, final: hit.score, shownFinal: formatScore(thousandths(hit.score)), addsUp: sum === hit.score };
};

/** The score as shown, explained or not. */
export const shownScore = (score: number): string => formatScore(thousandths(score));
