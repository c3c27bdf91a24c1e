import { scorePhaseTable } from '../../../contract/search/scorePhaseTable.ts';
import { withEvent, type Candidate } from '../../candidates/candidate.ts';
import { foldScore } from '../../candidates/scoreSum.ts';
import type { Phase } from '../phase.ts';

const lifecycle: ReadonlySet<string> = new Set(
  scorePhaseTable.filter((row) => 'isCapped' in row).map(({ id }) => id),
);

/**
 * Bounds what age, use, importance and tier may do together: they order drawers of similar relevance and never lift an
 * irrelevant one. With the factors 0.5 and 2, a drawer of less than a quarter of another's relevance can't pass it.
 */
export const lifecycleCap: Phase = {
  isOn: (flags) => flags.lifecycle_min_factor > 0 || flags.lifecycle_max_factor !== null,
  run: (candidates, { flags }) => ({
    candidates: candidates.map((candidate) =>
      capped(candidate, flags.lifecycle_min_factor, flags.lifecycle_max_factor),
    ),
  }),
};

const capped = (candidate: Candidate, min: number, max: number | null): Candidate => {
  const first = candidate.events.findIndex(({ phase }) => lifecycle.has(phase));
  if (first === -1) return candidate;
  const before = foldScore(candidate.cosine, candidate.events.slice(0, first));
  const at = (factor: number): number => before + Math.abs(before) * (factor - 1);
  const factor = max !== null && candidate.score > at(max) ? max : candidate.score < at(min) ? min : null;
  return factor === null
    ? candidate
    : withEvent(
        candidate,
        'lifecycle_cap',
        at(factor) - candidate.score,
        `age, use, importance and tier together count no ${factor === max ? 'more' : 'less'} than × ${factor}`,
      );
};
