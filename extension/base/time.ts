/** Milliseconds in a minute. */
export const minuteMs = 60_000;

/** Milliseconds in an hour. */
export const hourMs = 60 * minuteMs;

/** Milliseconds in a day of 24 hours. Ages and time windows count such days, regardless of daylight saving time. */
export const dayMs = 24 * hourMs;

/** An ISO time without its punctuation, for names of files and IDs: such names sort by time. */
export const compactTime = (iso: string): string => iso.replaceAll(/[-:.]/g, '');
