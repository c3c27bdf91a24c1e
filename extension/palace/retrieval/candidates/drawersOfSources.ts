import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { byScore, type Candidate } from './candidate.ts';
import { isOfSource } from './isOfSource.ts';

/** The candidates of each source, by its number, best first. */
export const drawersOfSources = (candidates: readonly Candidate[]): ReadonlyMap<number, readonly Candidate[]> => {
  const sources = new Map<number, Candidate[]>();
  for (const candidate of candidates.toSorted(byScore)) {
    if (!isOfSource(candidate.drawer)) continue;
    const known = sources.get(candidate.entry.sourceNumber);
    if (known === undefined) sources.set(candidate.entry.sourceNumber, [candidate]);
    else known.push(candidate);
  }
  return sources;
};

/** How much of what a file's best drawer gets the one at this place in it gets; the best has place 0. */
export const partAtPlace = (
  place: number,
  { source_decline: decline }: Pick<ProfileFlags, 'source_decline'>,
): number => 1 / (1 + decline * place);
