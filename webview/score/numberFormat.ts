import { pageLanguage } from '../text/pageLanguage.ts';

const formats = new Map<string, Intl.NumberFormat>();

const formatOf = (digits: number, useGrouping: boolean): Intl.NumberFormat => {
  const key = `${pageLanguage()} ${digits} ${useGrouping}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(pageLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping,
  });
  formats.set(key, format);
  return format;
};

/** A number with the given decimals, as the page’s language writes it: `0.83`, in German `0,83`. */
export const formatDecimal = (value: number, digits: number): string =>
  (value < 0 ? '−' : '') + formatOf(digits, false).format(Math.abs(value));

/** A number with all of its decimals. */
export const formatExact = (value: number): string =>
  formatDecimal(value, Math.min(100, decimalsOf(Math.abs(value))));

/** How many decimals a number's shortest text has: 1 for `0.3`, 7 for `1e-7`. */
const decimalsOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

/** Thousandths as a score: `0.897`, `−0.020`. A true minus, so that columns align. */
export const formatScore = (thousandths: number): string => formatDecimal(thousandths / 1000, 3);

/** Thousandths as a change: `+.406`, `−.162`, `+1.000`. `loses` gives the sign if the change rounds to zero. */
export const formatDelta = (thousandths: number, loses: boolean): string =>
  (loses ? '−' : '+') + withoutZero(formatDecimal(Math.abs(thousandths) / 1000, 3));

/** `.83` of `0.83`. A decimal comma keeps its zero. */
export const withoutZero = (decimal: string): string => decimal.replace(/^0(?=\.)/u, '');

/** Milliseconds with a useful number of decimals: `0.14`, `23.4`, `1,204`. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1
    ? formatDecimal(milliseconds, 2)
    : milliseconds < 100
      ? formatDecimal(milliseconds, 1)
      : formatCount(Math.round(milliseconds));

/** Whole numbers with the separators of the page’s language. */
export const formatCount = (count: number): string => formatOf(0, true).format(count);

/** A share as a whole number of percent: 100 for all alone, and 0 for nothing. */
export const wholePercent = (share: number): number =>
  share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(100 * share))) : Math.round(100 * share);

/** The same with its sign; below ten percent, with one decimal. */
export const formatPercent = (share: number): string =>
  share > 0 && share < 0.1
    ? `${formatDecimal(Math.max(0.1, 100 * share), 1)} %`
    : `${formatDecimal(wholePercent(share), 0)} %`;
