import { formatDecimal } from './numberFormat.ts';
import type { SearchHit, SearchResult } from '../../extension/palace/contract/search/searchResult.ts';
import { dayOf } from '../text/provenance.ts';
import type { Translate } from '../text/translate.ts';
import { shownScore } from './scoreSteps.ts';

/** The number that gives a result its place; it falls from the first result to the last. */
export interface OrderMark {
  readonly shown: string;
  /** With its name. */
  readonly spoken: string;
}

/**
 * The selection score, or the value that the list is sorted by: the day of filing, the importance. Lists by
 * likeness have only the score.
 */
export const orderMark = (
  hit: Pick<SearchHit, 'score' | 'selection_score' | 'importance' | 'filed_at'>,
  sortBy: SearchResult['sort_by'],
  t: Translate,
): OrderMark => {
  if (sortBy === 'recency') {
    const day = dayOf(hit.filed_at);
    return { shown: day, spoken: t('Filed {0}', day) };
  }
  if (sortBy === 'importance') {
    const importance = formatDecimal(hit.importance ?? 0, 2);
    return { shown: importance, spoken: t('Importance {0}', importance) };
  }
  if (hit.selection_score === undefined) {
    const score = shownScore(hit.score);
    return { shown: score, spoken: t('Score {0}', score) };
  }
  const score = shownScore(hit.selection_score);
  return { shown: score, spoken: t('Selection score {0}', score) };
};
