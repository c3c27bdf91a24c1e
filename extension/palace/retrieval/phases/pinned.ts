import { withEvent } from '../candidates/candidate.ts';
import type { Phase } from './phase.ts';

/** A drawer that a person pinned ranks a little higher. */
export const pinned: Phase = {
  isOn: (flags) => flags.pinned_search_boost > 0,
  run: (candidates, { flags }) => ({
    candidates: candidates.map((candidate) =>
      candidate.entry.pinned ? withEvent(candidate, 'pinned', flags.pinned_search_boost, 'pinned') : candidate,
    ),
  }),
};
