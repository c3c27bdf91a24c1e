import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PulledPage } from './teamServer.ts';

/** Throws E_TEAM for a page that no correct server sends: merging it would change another wing, or never end. */
export const demandSound = ({ changes, done, more }: PulledPage, wing: string, after: number): void => {
  let last = after;
  for (const change of changes) {
    const { seq } = change;
    if (change.wing !== wing || !Number.isSafeInteger(seq) || seq <= last) throw untrue(wing);
    last = seq;
  }
  if (!Number.isSafeInteger(done) || done < last || (more && done === after)) throw untrue(wing);
};

const untrue = (wing: string): PalaceError =>
  new PalaceError('E_TEAM', errorText`The team’s server gave an impossible answer about ${wing}.`, {
    remedy: 'Ask the server’s administrator. Nothing from that answer was used.',
  });
