import type { IsoTime } from '../../model/drawer/ids.ts';
import { calendarTime } from '../../model/drawer/writtenTime.ts';

const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Parses a time as other programs write it. Without a zone it is local time of this machine; a date alone is its first
 * instant. Undefined if it is not a time, or of a day that the calendar lacks.
 */
export const foreignTime = (text: string): IsoTime | undefined => {
  const [, date, time = '00:00', zone = ''] = written.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  return calendarTime(`${date}T${time}${zone.length === 3 ? `${zone}:00` : zone}`) ?? undefined;
};

/** The zone that {@link foreignTime} assumes, for a person to read. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
