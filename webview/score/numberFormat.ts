/** Thousandths as a score: `0.897`, `−0.020`. A true minus, so that columns align. */
export const formatScore = (thousandths: number): string =>
  `${thousandths < 0 ? '−' : ''}${(Math.abs(thousandths) / 1000).toFixed(3)}`;

/** Thousandths as a change: `+.406`, `−.162`, `+1.000`. `loses` gives the sign where the change rounds to nothing. */
export const formatDelta = (thousandths: number, loses: boolean): string =>
  (loses ? '−' : '+') + (Math.abs(thousandths) / 1000).toFixed(3).replace(/^0/, '');

/** Milliseconds with as many decimals as mean something: `0.14`, `23.4`, `1,204`. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1
    ? milliseconds.toFixed(2)
    : milliseconds < 100
      ? milliseconds.toFixed(1)
      : formatCount(Math.round(milliseconds));

/** Whole numbers with the separators of the page’s language. */
export const formatCount = (count: number): string => count.toLocaleString();

export const formatPercent = (share: number): string =>
  `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
