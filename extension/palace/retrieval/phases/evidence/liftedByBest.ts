import { withEvent, type Candidate } from '../../candidates/candidate.ts';
import { partsInFiles } from '../../candidates/drawersOfSources.ts';
import type { ScorePhase } from '../../../contract/search/scorePhases.ts';
import type { ProfileFlags } from '../../profiles/profileFlags.ts';

/** Something that speaks for files: a commit that changed them, a test of their name. */
interface Witness {
  /** What it is worth for each of them; nothing if it is not above 0. */
  readonly worth: number;
  /** IDs of the files' drawers. */
  readonly drawers: readonly string[];
  readonly reason: () => string;
}

/**
 * Raises each candidate by `weight` times the worth of the best witness for its file. What a file's further drawers get declines with
 * their place in it, as in `source`.
 */
export const liftedByBest = (
  candidates: readonly Candidate[],
  phase: ScorePhase,
  witnesses: readonly Witness[],
  weight: number,
  flags: Pick<ProfileFlags, 'source_decline'>,
): readonly Candidate[] => {
  const bestOf = new Map<string, Witness>();
  for (const witness of witnesses)
    for (const drawer of witness.drawers)
      if (witness.worth > (bestOf.get(drawer)?.worth ?? 0)) bestOf.set(drawer, witness);
  const partOf = partsInFiles(candidates, flags);
  return candidates.map((candidate) => {
    const best = bestOf.get(candidate.drawer.id);
    if (best === undefined) return candidate;
    const { part, ending } = partOf(candidate);
    return withEvent(candidate, phase, weight * part * best.worth, `${best.reason()}${ending}`);
  });
};
