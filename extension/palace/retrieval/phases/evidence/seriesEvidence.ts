import { withoutBranch } from '../../../model/text/commitSubject.ts';
import { byScore, withEvent, type Candidate } from '../../candidates/candidate.ts';
import type { Phase } from '../phase.ts';

/** Commits of one piece of work lie this close together: an hour. */
export const seriesMs = 3_600_000;

/** Up to this many words a message says little of its own. */
const fewWords = 12;

const files = /\nfiles:[^\n]*$/i;

/** Words of a commit's message, without the branch before it and the files after it. */
const wordsOfMessage = (text: string): number =>
  withoutBranch(text).replace(files, '').split(/\s+/).filter(Boolean).length;

/**
 * “Add the change note”, “fix the test”, a merge: such a commit says little itself and belongs to the commit beside it. Where a commit
 * fits best of all candidates, those of the same repository within an hour whose messages have few words are lifted a part of the way
 * to it. None passes it. A sensitive commit is left alone, since a replay knows only some of its words.
 */
export const seriesEvidence: Phase = {
  isOn: (flags) => flags.series_weight > 0,
  run: (candidates, { flags }) => {
    const [best] = candidates.toSorted(byScore);
    if (best?.drawer.type !== 'git_commit') return { candidates };
    return {
      candidates: candidates.map((candidate) =>
        !belongsTo(best, candidate)
          ? candidate
          : withEvent(
              candidate,
              'series',
              flags.series_weight * (best.score - candidate.score),
              `a short commit ${minutesFrom(best, candidate)} the one that fits best, at ${best.score.toFixed(3)}`,
            ),
      ),
    };
  },
};

const belongsTo = (best: Candidate, { entry, drawer }: Candidate): boolean =>
  drawer.type === 'git_commit' &&
  !drawer.sensitive &&
  entry.slot !== best.entry.slot &&
  entry.sourceNumber === best.entry.sourceNumber &&
  Math.abs(entry.filedAtMs - best.entry.filedAtMs) <= seriesMs &&
  wordsOfMessage(drawer.text) <= fewWords;

const minutesFrom = (best: Candidate, { entry }: Candidate): string => {
  const minutes = Math.round((entry.filedAtMs - best.entry.filedAtMs) / 60_000);
  return `${Math.abs(minutes)} min ${minutes < 0 ? 'before' : 'after'}`;
};
