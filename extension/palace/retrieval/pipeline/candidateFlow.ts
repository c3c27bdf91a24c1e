import type { FlowStep } from '../../contract/search/searchResult.ts';
import type { Drop } from '../candidates/candidate.ts';
import type { PipelineOutcome } from './runPhases.ts';
import type { RankingInput } from './rankingInput.ts';

/**
 * How many drawers entered and left each step: those in scope, those that a leg found, those in the pool, and those that
 * each phase kept. A step's `in` is the `out` of the one before; the last `out` is the number of results.
 */
export const candidateFlow = (
  { records }: PipelineOutcome,
  { scope, matched, candidates }: RankingInput,
): FlowStep[] => [
  step('legs', scope.in_scope, matched, { no_match: scope.in_scope - matched }),
  step('fusion', matched, candidates.length, { below_pool: matched - candidates.length }),
  ...records
    .filter(({ ran }) => ran)
    .map(({ name, candidatesIn, candidatesOut, dropped }) =>
      step(name, candidatesIn, candidatesOut, byPhase(dropped)),
    ),
];

const step = (
  phase: string,
  entered: number,
  left: number,
  dropped: Readonly<Record<string, number>>,
): FlowStep => ({
  phase,
  in: entered,
  out: left,
  dropped: Object.fromEntries(Object.entries(dropped).filter(([, count]) => count > 0)),
});

const byPhase = (drops: readonly Drop[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { phase } of drops) counts[phase] = (counts[phase] ?? 0) + 1;
  return counts;
};
