import type { SearchHit } from '../../../extension/palace/model/searchResult.ts';
import type { ScoreScale } from '../../charts/scoreScale.ts';
import type { Movement } from '../../score/crossings.ts';
import type { ScoreStory } from '../../score/scoreSteps.ts';
import type { TextMeasure } from '../../ui/textMeasure.ts';

/** What all rows of one list share. */
export interface ListScale {
  readonly scale: ScoreScale;
  /** Pixels. */
  readonly chartWidth: number;
  readonly narrow: boolean;
  readonly measure: TextMeasure;
  readonly terms: readonly string[];
}

export interface ResultRowData {
  readonly hit: SearchHit;
  readonly story: ScoreStory | null;
  readonly movement: Movement;
}
