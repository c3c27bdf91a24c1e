/** The longest time between the two clicks, in milliseconds, as is usual on desktops. */
const longestMs = 500;

/**
 * Tells whether a click on a row is the second of two. A tree's command runs for each, without saying which it is.
 * `now` in milliseconds.
 */
export const doubleClicks = (now: () => number = () => performance.now()): ((row: string) => boolean) => {
  let last: { readonly row: string; readonly at: number } | null = null;
  return (row) => {
    const at = now();
    const isSecond = last?.row === row && at - last.at <= longestMs;
    last = isSecond ? null : { row, at };
    return isSecond;
  };
};
