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
