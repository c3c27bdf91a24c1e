import { withEvent } from '../candidates/candidate.ts';
import { isOfSource } from '../candidates/isOfSource.ts';
import type { Phase } from './phase.ts';

/** If the best drawer of a source fits well, the others are likelier to fit: each gets a share of that best score. */
export const sourceEvidence: Phase = {
  isOn: (flags) => flags.source_weight > 0,
  run: (candidates, { flags }) => {
    const best = new Map<number, { readonly score: number; readonly id: string }>();
    for (const { entry, drawer, score } of candidates) {
      if (!isOfSource(drawer)) continue;
      const known = best.get(entry.sourceNumber);
      if (known === undefined || score > known.score) best.set(entry.sourceNumber, { score, id: entry.id });
    }
    return {
      candidates: candidates.map((candidate) => {
        const source = !isOfSource(candidate.drawer) ? undefined : best.get(candidate.entry.sourceNumber);
        if (source === undefined || source.score <= 0) return candidate;
        const which = source.id === candidate.entry.id ? 'this is the best drawer' : 'the best drawer';
        return withEvent(
          candidate,
          'source',
          flags.source_weight * source.score,
          `${which} of ${candidate.drawer.sourceFile ?? 'the note'}, at ${source.score.toFixed(3)}`,
        );
      }),
    };
  },
};
