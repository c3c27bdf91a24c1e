import { minuteMs } from '../../../base/time.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';

const form =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

const offsetMinutes = (zone: string): number => {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
};

/**
 * The first moment of `2023`, `2023-05`, `2023-05-08`, or the moment of an ISO time; UTC where no offset is given.
 * Undefined for anything else and for days that don't exist.
 */
export const parseQueryDate = (text: string): IsoTime | undefined => {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] =
    match;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}Z`;
  const time = Date.parse(written);
  // `Date` turns 30 February into a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString() !== written) return undefined;
  const moment = time - offsetMinutes(zone) * minuteMs;
  const oldest = Date.parse('0000-01-01T00:00:00Z');
  return moment < oldest || moment > Date.parse('9999-12-31T23:59:59.999Z') ? undefined : isoTime(moment);
};
