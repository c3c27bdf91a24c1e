import { withEvent, type Candidate } from '../../candidates/candidate.ts';
import { isOfSource } from '../../candidates/isOfSource.ts';
import type { Phase } from '../phase.ts';

/** How far a neighbour may be: in a conversation, the next thing that the same person says. */
const reach = 2;

/**
 * Not for files: their parts already support one another by their scores (`source_support`), and neighbours
 * would crowd out other files.
 */
const readsOn = ({ drawer }: Candidate): boolean => isOfSource(drawer) && drawer.type !== 'file';

/**
 * An answer is often next to the words of the question: in a conversation or a long note, a drawer is lifted
 * part of the way to its best neighbour. It never passes that one, so the best drawer of each passage stays the
 * best.
 */
export const neighbourEvidence: Phase = {
  isOn: (flags) => flags.neighbour_weight > 0,
  run: (candidates, { flags }) => {
    const places = new Map<string, Candidate>();
    const placeOf = ({ entry }: Candidate, step: number): string =>
      `${entry.sourceNumber}#${entry.chunkIndex + step}`;
    for (const candidate of candidates) {
      if (!readsOn(candidate)) continue;
      const place = placeOf(candidate, 0);
      if ((places.get(place)?.score ?? -Infinity) < candidate.score) places.set(place, candidate);
    }
    const steps = Array.from({ length: reach }, (_, i) => i + 1).flatMap((step) => [-step, step]);
    return {
      candidates: candidates.map((candidate) => {
        if (!readsOn(candidate)) return candidate;
        let best = candidate;
        let away = 0;
        for (const step of steps) {
          const neighbour = places.get(placeOf(candidate, step));
          if (neighbour !== undefined && neighbour.score > best.score) [best, away] = [neighbour, step];
        }
        return withEvent(
          candidate,
          'neighbour',
          flags.neighbour_weight * (best.score - candidate.score),
          `${whereabouts(away)} fits better, at ${best.score.toFixed(3)}`,
        );
      }),
    };
  },
};

const whereabouts = (away: number): string => {
  const side = away < 0 ? 'before' : 'after';
  return Math.abs(away) === 1 ? `the drawer right ${side} it` : `a drawer ${Math.abs(away)} places ${side} it`;
};
