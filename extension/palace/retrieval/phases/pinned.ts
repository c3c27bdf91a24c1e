import { withEvent } from '../candidates/candidate.ts';
import type { Phase } from './phase.ts';

/** What a person pinned comes a little sooner. */
export const pinned: Phase = {
  isOn: (flags) => flags.pinned_search_boost > 0,
  run: (candidates, { flags }) => ({
    candidates: candidates.map((candidate) =>
      candidate.entry.pinned ? withEvent(candidate, 'pinned', flags.pinned_search_boost, 'pinned') : candidate,
    ),
  }),
};
