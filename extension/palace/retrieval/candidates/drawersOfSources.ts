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

/** What a drawer gets of what its file gets. */
interface PartInFile {
  /** 0…1. */
  readonly part: number;
  /** What a reason ends with; empty if it gets all. */
  readonly ending: string;
}

/** Which part each candidate gets of what its file gets. */
export const partsInFiles = (
  candidates: readonly Candidate[],
  flags: Pick<ProfileFlags, 'source_decline'>,
): ((candidate: Candidate) => PartInFile) => {
  const sources = drawersOfSources(candidates);
  return (candidate) => {
    const place = Math.max(0, sources.get(candidate.entry.sourceNumber)?.indexOf(candidate) ?? 0);
    const part = partAtPlace(place, flags);
    return {
      part,
      ending: part === 1 ? '' : `; this is its file’s number ${place + 1} and gets ${part.toFixed(2)} of that`,
    };
  };
};
