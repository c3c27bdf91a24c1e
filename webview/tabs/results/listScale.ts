import type { ScoreScale } from '../../charts/scoreScale.ts';
import type { TextMeasure } from '../../ui/textMeasure.ts';

/** What all rows of one list share. */
export interface ListScale {
  readonly scale: ScoreScale;
  /** Pixels. */
  readonly chartWidth: number;
  readonly narrow: boolean;
  /** Letters of a row's line that are seen before the ellipsis, about. */
  readonly letters: number;
  readonly measure: TextMeasure;
  readonly terms: readonly string[];
}
