/** Milliseconds in a minute. */
export const minuteMs = 60_000;

/** Milliseconds in an hour. */
export const hourMs = 60 * minuteMs;

/** Milliseconds in a day of 24 hours: ages and windows of time count these, whatever the clocks of a time zone do. */
export const dayMs = 24 * hourMs;
