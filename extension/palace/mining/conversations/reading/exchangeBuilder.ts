import { isoTime, type IsoTime } from '../../../model/drawer/ids.ts';
import type { Exchange } from './conversation.ts';

/** Builds exchanges from turns in the order they arrive. */
export interface ExchangeBuilder {
  /** A turn of the person, which begins an exchange. Blank text is not a turn. */
  user(text: string, at: IsoTime | null): void;
  /** A text of the answer to the last turn. */
  assistant(text: string, at: IsoTime | null): void;
  /** A turn together with its answer. Does nothing if both are empty. */
  exchange(user: string, assistant: string, at: IsoTime | null, endedAt: IsoTime | null): void;
  exchanges(): Exchange[];
}

export const exchangeBuilder = (): ExchangeBuilder => {
  const open: { user: string; answers: string[]; at: IsoTime | null; endedAt: IsoTime | null }[] = [];
  return {
    user(text, at) {
      if (text.trim() !== '') open.push({ user: text, answers: [], at, endedAt: null });
    },
    assistant(text, at) {
      if (text.trim() === '') return;
      let last = open.at(-1);
      if (last === undefined) open.push((last = { user: '', answers: [], at, endedAt: null }));
      last.answers.push(text);
      last.endedAt = at ?? last.endedAt;
    },
    exchange(user, assistant, at, endedAt) {
      if (user.trim() !== '' || assistant.trim() !== '')
        open.push({ user, answers: assistant.trim() === '' ? [] : [assistant], at, endedAt });
    },
    exchanges: () =>
      open.map(({ user, answers, at, endedAt }, ordinal) => ({
        ordinal,
        user,
        assistant: answers.join('\n\n'),
        at,
        endedAt,
      })),
  };
};

const withoutZone = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/**
 * Parses an ISO text, in UTC if it names no zone, or milliseconds since the epoch. Null unless the time is within the years
 * 1 to 9999.
 */
export const timeOf = (value: unknown): IsoTime | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(typeof value === 'string' ? value.replace(withoutZone, '$1T$2Z') : value);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? isoTime(time) : null;
};
