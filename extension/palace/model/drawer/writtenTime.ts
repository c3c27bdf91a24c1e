import { isoTime, type IsoTime } from './ids.ts';

/**
 * A time as written; null if it is not a time. A palace's times are in the years 0 to 9999, because other years
 * don't sort as text.
 */
export const writtenTime = (written: string | number): IsoTime | null => {
  const time = new Date(written);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? isoTime(time) : null;
};

/** At the start of a time: the year, month and day. */
const writtenDay = /^\d{4}-\d\d-\d\d(?!\d)/;

/** As {@link writtenTime}; null, too, if the calendar lacks its day: JavaScript reads 30 February as 2 March. */
export const calendarTime = (written: string): IsoTime | null => {
  const [day] = writtenDay.exec(written) ?? [];
  return day === undefined || writtenTime(day)?.startsWith(day) === true ? writtenTime(written) : null;
};
