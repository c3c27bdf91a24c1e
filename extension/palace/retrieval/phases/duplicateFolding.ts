import type { Candidate, Drop } from '../candidates/candidate.ts';
import { byOrder } from '../candidates/resultOrder.ts';
import type { Phase, PhaseContext } from './phase.ts';

/** Cosine from which two drawers say the same. */
const nearDuplicate = 0.92;

/**
 * Folds drawers with the same text (and, if asked, nearly the same) into the first of them in the search's order, which lists
 * the others.
 */
export const duplicateFolding: Phase = {
  isOn: () => true,
  run: (candidates, context) => {
    const kept: Candidate[] = [];
    const folded = new Map<Candidate, string[]>();
    const dropped: Drop[] = [];
    const byHash = new Map<string, Candidate>();
    for (const candidate of [...candidates].sort(byOrder(context.sortBy))) {
      const exact = byHash.get(candidate.drawer.contentHash);
      const into = exact ?? (context.flags.fold_near_duplicates ? likest(candidate, kept, context) : undefined);
      if (into === undefined) {
        kept.push(candidate);
        byHash.set(candidate.drawer.contentHash, candidate);
        continue;
      }
      if (exact !== undefined) folded.set(into, [...(folded.get(into) ?? []), candidate.entry.id]);
      dropped.push({
        candidate,
        phase: 'duplicates',
        reason: `${exact === undefined ? 'nearly ' : ''}the same text as ${into.entry.id}`,
      });
    }
    return {
      candidates: kept.map((candidate) => ({ ...candidate, alsoIn: folded.get(candidate) ?? candidate.alsoIn })),
      dropped,
    };
  },
};

const likest = (
  candidate: Candidate,
  kept: readonly Candidate[],
  { similarity }: PhaseContext,
): Candidate | undefined => kept.find((other) => similarity(candidate, other) >= nearDuplicate);
