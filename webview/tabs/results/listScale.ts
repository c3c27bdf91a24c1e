import type { ScoreScale } from '../../charts/scoreScale.ts';
import type { TextMeasure } from '../../ui/textMeasure.ts';

/** What all rows of one list share. */
export interface ListScale {
  readonly scale: ScoreScale;
  /** Pixels. */
  readonly chartWidth: number;
  readonly narrow: boolean;
  /** About how many letters of a row's line are visible before the ellipsis. */
  readonly letters: number;
  readonly measure: TextMeasure;
  readonly terms: readonly string[];
}
