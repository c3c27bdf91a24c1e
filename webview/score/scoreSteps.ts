import { notComparedReason } from '../../extension/palace/contract/search/notComparedReason.ts';
import type { SearchHit } from '../../extension/palace/contract/search/searchResult.ts';
import { formatDelta, formatScore } from './numberFormat.ts';
import { phaseLook, selectionLook, type PhaseLook, type SelectionTerm, type StepPhase } from './phaseLook.ts';
import { translatable } from '../text/translate.ts';

/** One step of a score: exact values, and the shown ones. */
export interface ScoreStep {
  readonly phase: StepPhase | SelectionTerm;
  /** The sum starts from it: the cosine, or the relevance of a selection. */
  readonly isStart: boolean;
  readonly look: PhaseLook;
  readonly reason: string;
  readonly delta: number;
  readonly before: number;
  readonly after: number;
  /**
   * `after` rounded to thousandths, and its difference to the step before, so that the shown numbers always add up.
   */
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

interface Term {
  readonly phase: ScoreStep['phase'];
  readonly look: PhaseLook;
  readonly delta: number;
  readonly reason: string;
}

/** Running totals are rounded and the changes are their differences, so the shown numbers add up exactly, whatever the exact ones are. */
const storyOf = (terms: readonly Term[], final: number): ScoreStory => {
  let sum = 0;
  const steps = terms.map((term, index): ScoreStep => {
    const before = sum;
    sum = before + term.delta;
    const shownAfter = thousandths(sum);
    const shownDelta = shownAfter - thousandths(before);
    const isStart = index === 0;
    return {
      ...term,
      isStart,
      before,
      after: sum,
      shownAfter,
      shownDelta,
      change: isStart ? formatScore(shownAfter) : formatDelta(shownDelta, term.delta < 0),
      running: formatScore(shownAfter),
    };
  });
  return { steps, final, shownFinal: formatScore(thousandths(final)), addsUp: sum === final };
};

/**
 * The steps from cosine to final score, or null if the search was not explained. `isMeaningCompared`: whether it compared
 * vectors.
 */
export const scoreStory = (
  hit: Pick<SearchHit, 'score' | 'score_events' | 'cosine_similarity' | 'score_breakdown'> &
    Partial<Pick<SearchHit, 'sensitive' | 'archived' | 'unembeddable' | 'palace'>>,
  isMeaningCompared: boolean,
): ScoreStory | null => {
  const cosine = hit.cosine_similarity ?? hit.score_breakdown?.cosine_similarity;
  if (hit.score_events === undefined || cosine === undefined) return null;
  const start: Term = {
    phase: 'cosine',
    look: phaseLook('cosine'),
    delta: cosine,
    reason:
      cosine === 0 ? notComparedReason(hit, isMeaningCompared) : translatable('stored vector against the query’s'),
  };
  return storyOf(
    [start, ...hit.score_events.map((event) => ({ ...event, look: phaseLook(event.phase) }))],
    hit.score,
  );
};

/**
 * The terms of the number that gives a result its place, or null if it was not explained or the list is sorted by
 * something else.
 */
export const selectionStory = (hit: Pick<SearchHit, 'selection_score' | 'selection_events'>): ScoreStory | null =>
  hit.selection_events === undefined || hit.selection_score === undefined
    ? null
    : storyOf(
        hit.selection_events.map((event) => ({ ...event, look: selectionLook(event.phase) })),
        hit.selection_score,
      );

/** The score as shown, explained or not. */
export const shownScore = (score: number): string => formatScore(thousandths(score));
