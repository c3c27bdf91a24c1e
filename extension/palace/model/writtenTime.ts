import { isoTime, type IsoTime } from './ids.ts';

/** The time that somebody wrote; null for none. A palace's times are of the years 0 to 9999: other years have no order as texts. */
export const writtenTime = (written: string | number): IsoTime | null => {
  const time = new Date(written);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? isoTime(time) : null;
};
