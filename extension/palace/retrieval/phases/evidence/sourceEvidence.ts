import { byScore, withEvent, type Candidate } from '../../candidates/candidate.ts';
import { isOfSource } from '../../candidates/isOfSource.ts';
import type { Phase } from '../phase.ts';

/**
 * If the best drawer of a source fits well, the others are likelier to fit: each gets a share of that best
 * score. A file with several fitting drawers is likelier to be the one wanted: its second and third best add to
 * all.
 */
export const sourceEvidence: Phase = {
  isOn: ({ source_weight: share, source_support: support }) => share > 0 || support > 0,
  run: (candidates, { flags }) => {
    const sources = bestOfSources(candidates);
    return {
      candidates: candidates.map((candidate) => {
        const [first, ...next] = (isOfSource(candidate.drawer) && sources.get(candidate.entry.sourceNumber)) || [];
        if (first === undefined || first.score <= 0) return candidate;
        const which = first.entry.id === candidate.entry.id ? 'this is the best drawer' : 'the best drawer';
        const others = candidate.drawer.type === 'file' ? supportOf(next, flags.source_support) : 0;
        return withEvent(
          candidate,
          'source',
          flags.source_weight * first.score + others,
          `${which} of ${candidate.drawer.sourceFile ?? 'the note'}, at ${first.score.toFixed(3)}${
            others === 0 ? '' : `; its next best add ${others.toFixed(3)}`
          }`,
        );
      }),
    };
  },
};

const supportOf = ([second, third]: readonly Candidate[], support: number): number =>
  support * (Math.max(0, second?.score ?? 0) + 0.5 * Math.max(0, third?.score ?? 0));

/** The three best candidates of each source, best first. */
const bestOfSources = (candidates: readonly Candidate[]): ReadonlyMap<number, readonly Candidate[]> => {
  const best = new Map<number, Candidate[]>();
  for (const candidate of candidates.toSorted(byScore)) {
    if (!isOfSource(candidate.drawer)) continue;
    const known = best.get(candidate.entry.sourceNumber);
    if (known === undefined) best.set(candidate.entry.sourceNumber, [candidate]);
    else if (known.length < 3) known.push(candidate);
  }
  return best;
};
