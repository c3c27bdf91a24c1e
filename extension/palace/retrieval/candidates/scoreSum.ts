import { recordOf } from '../../../base/recordOf.ts';
import { breakdownKeyOf, breakdownKeys } from '../../contract/search/scorePhases.ts';
import type { ScoreBreakdown, ScoreEvent } from '../../contract/search/searchResult.ts';

/** What of an event counts. */
type ScoreChange = Pick<ScoreEvent, 'phase' | 'delta'>;

/** The score that the events explain: cosine plus every delta, added left to right in event order. */
export const foldScore = (cosine: number, events: readonly ScoreChange[]): number =>
  events.reduce((score, { delta }) => score + delta, cosine);

/** The events summed by kind; every key is always there. */
export const scoreBreakdown = (cosine: number, events: readonly ScoreChange[]): ScoreBreakdown => {
  const sums = recordOf(breakdownKeys, () => 0);
  for (const { phase, delta } of events) {
    const key = breakdownKeyOf.get(phase);
    if (key !== undefined) sums[key] += delta;
  }
  return { cosine_similarity: cosine, ...sums, final_score: foldScore(cosine, events) };
};
