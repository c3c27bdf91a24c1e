import { withEvent, type Candidate } from '../../candidates/candidate.ts';
import { drawersOfSources, partAtPlace } from '../../candidates/drawersOfSources.ts';
import { isOfSource } from '../../candidates/isOfSource.ts';
import type { Phase } from '../phase.ts';

/**
 * If the best drawer of a source fits well, the others are likelier to fit: each gets a share of that best
 * score. A file with several fitting drawers is likelier to be the one wanted: its second and third best add to
 * all. What a file's further drawers get declines with their place in it: they say less that is new, and a file of many parts
 * would fill the results.
 */
export const sourceEvidence: Phase = {
  isOn: ({ source_weight: share, source_support: support }) => share > 0 || support > 0,
  run: (candidates, { flags }) => {
    const sources = drawersOfSources(candidates);
    return {
      candidates: candidates.map((candidate) => {
        const drawers = (isOfSource(candidate.drawer) && sources.get(candidate.entry.sourceNumber)) || [];
        const [first, ...next] = drawers;
        if (first === undefined || first.score <= 0) return candidate;
        const place = drawers.indexOf(candidate);
        const isFile = candidate.drawer.type === 'file';
        const others = isFile ? supportOf(next, flags.source_support) : 0;
        const part = isFile ? partAtPlace(place, flags) : 1;
        return withEvent(
          candidate,
          'source',
          part * (flags.source_weight * first.score + others),
          [
            `${place === 0 ? 'this is the best drawer' : 'the best drawer'} of ${nameOf(candidate.drawer)}, at ${first.score.toFixed(3)}`,
            ...(others === 0 ? [] : [`its next best add ${others.toFixed(3)}`]),
            ...(part === 1 ? [] : [`this is its number ${place + 1} and gets ${part.toFixed(2)} of that`]),
          ].join('; '),
        );
      }),
    };
  },
};

/** A note's own source has no path. */
const nameOf = ({ sourceFile }: Candidate['drawer']): string =>
  sourceFile === null || sourceFile === '' ? 'the note' : sourceFile;

const supportOf = ([second, third]: readonly Candidate[], support: number): number =>
  support * (Math.max(0, second?.score ?? 0) + 0.5 * Math.max(0, third?.score ?? 0));
