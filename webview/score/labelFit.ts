/** Room kept free at both ends of a label together, in pixels. */
export const labelPadding = 8;

/**
 * The longest of a bar's labels that fits inside the bar, or nothing: labels live only inside their own bars, so they
 * cannot collide. `width` and `measure` are in pixels.
 */
export const fittingLabel = (
  { label, short, change }: { readonly label: string; readonly short: string; readonly change: string },
  width: number,
  measure: (text: string) => number,
): string => {
  const value = change.replace(/^(−?)0\./, '$1.');
  return [`${label} ${value}`, label, short, value].find((text) => measure(text) + labelPadding <= width) ?? '';
};
