import { plural } from '../../../../base/plural.ts';
import { withEvent, type Candidate } from '../../candidates/candidate.ts';
import { partsInFiles } from '../../candidates/drawersOfSources.ts';
import { drawerTitle } from '../../candidates/drawerTitle.ts';
import type { Phase } from '../phase.ts';

/**
 * Where a commit fits, so do the files that it changed: “fix the retry after a timeout” leads to the file with the retry, in whatever
 * words that is written. A file gets a share of the score of the best commit that changed it, divided by the square root
 * of how many files that one changed: a commit of many says little of each. What a file's further drawers get declines with
 * their place in it, as in `source`.
 */
export const historyEvidence: Phase = {
  isOn: (flags, { changes = [] }) => flags.history_weight > 0 && changes.length > 0,
  run: (candidates, { flags, snapshot: { changes = [] } }) => {
    const byId = new Map<string, Candidate>(candidates.map((candidate) => [candidate.drawer.id, candidate]));
    const bestOf = new Map<string, Change>();
    for (const { commit: id, drawers, files } of changes) {
      const commit = byId.get(id);
      if (commit === undefined) continue;
      const change = { commit, files, weight: commit.score / Math.sqrt(files) };
      for (const drawer of drawers)
        if (change.weight > (bestOf.get(drawer)?.weight ?? 0)) bestOf.set(drawer, change);
    }
    const partOf = partsInFiles(candidates, flags);
    return {
      candidates: candidates.map((candidate) => {
        const best = bestOf.get(candidate.drawer.id);
        if (best === undefined) return candidate;
        const { part, ending } = partOf(candidate);
        return withEvent(
          candidate,
          'history',
          flags.history_weight * part * best.weight,
          `${reasonOf(best)}${ending}`,
        );
      }),
    };
  },
};

/** A commit that changed a file, and what it counts for it. */
interface Change {
  readonly commit: Candidate;
  readonly files: number;
  readonly weight: number;
}

const reasonOf = ({ commit, files }: Change): string =>
  `the commit “${drawerTitle(commit.drawer)}”, at ${commit.score.toFixed(3)}, changed ${files === 1 ? 'it' : `it and ${plural(files - 1, 'other file')}`}`;
