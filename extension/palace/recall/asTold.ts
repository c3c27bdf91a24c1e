import type { LegTime } from '../contract/search/linkSchemas.ts';
import type { NoteTime } from '../team/teamRecall.ts';

/** A number from the server, which may say anything: at most `most`; undefined if it is not a number. */
export const asTold = (told: number | null | undefined, most: number): number | undefined =>
  typeof told === 'number' && told >= 0 ? Math.min(most, told) : undefined;

/** What each leg of an answer took. The server works no longer than it was waited for. */
export const timesOfLegs = (): { readonly note: NoteTime; readonly times: LegTime[] } => {
  const times: LegTime[] = [];
  return {
    times,
    note: (leg, { ms, atServer }) => times.push({ leg, ms, at_server_ms: asTold(atServer, ms) ?? null }),
  };
};
