import type { ScoreScale } from '../../charts/scoreScale.ts';
import type { TextMeasure } from '../../ui/textMeasure.ts';

/** Sizes that all rows of a list share. */
export interface ListScale {
  /** Of the lanes in the rows, `width` in pixels. Null: the rows have no room for them. */
  readonly lane: { readonly scale: ScoreScale; readonly width: number } | null;
  /** Of the charts in an open row. */
  readonly scale: ScoreScale;
  /** Pixels. */
  readonly chartWidth: number;
  /** About how many letters of a row's line are visible before the ellipsis. */
  readonly letters: number;
  readonly measure: TextMeasure;
  readonly terms: readonly string[];
}
