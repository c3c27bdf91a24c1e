import { plural } from '../../../../base/text/plural.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import { drawerTitle } from '../../candidates/drawerTitle.ts';
import type { Phase } from '../phase.ts';
import { liftedByBest } from './liftedByBest.ts';

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
    const witnesses = changes.flatMap(({ commit: id, drawers, files }) => {
      const commit = byId.get(id);
      return commit === undefined
        ? []
        : [{ drawers, worth: commit.score / Math.sqrt(files), reason: () => reasonOf(commit, files) }];
    });
    return { candidates: liftedByBest(candidates, 'history', witnesses, flags.history_weight, flags) };
  },
};

const reasonOf = ({ drawer, score }: Candidate, files: number): string =>
  `the commit “${drawerTitle(drawer)}”, at ${score.toFixed(3)}, changed ${files === 1 ? 'it' : `it and ${plural(files - 1, 'other file')}`}`;
