import type { SelectionTrace } from '../../contract/search/searchResult.ts';
import { byScore } from '../candidates/candidate.ts';
import { drawerTitle } from '../candidates/drawerTitle.ts';
import type { PhaseContext } from '../phases/phase.ts';
import type { PipelineOutcome } from './runPhases.ts';

/** For how many candidates the trace holds the similarity of every pair: 400 make 79,800 pairs. */
const most = 400;

/** The pool before the selection, at most its first 400 by score, with everything that the selection reads. */
export const selectionTrace = (
  { records, results }: PipelineOutcome,
  { similarity, wingCounts, k, flags }: PhaseContext,
): SelectionTrace => {
  const pool = [...(records.find(({ name }) => name === 'selection')?.input ?? results)]
    .sort(byScore)
    .slice(0, most);
  const similarities: number[] = [];
  for (const [i, a] of pool.entries()) for (const b of pool.slice(i + 1)) similarities.push(similarity(a, b));
  return {
    candidates: pool.map(({ entry, drawer, score }) => ({
      drawer_id: entry.id,
      wing: entry.wing,
      score,
      title: drawerTitle(drawer),
    })),
    similarities,
    wing_counts: { ...wingCounts },
    k,
    mmr_lambda: flags.mmr_lambda,
    wing_diversity_weight: flags.wing_diversity_weight,
    wing_diversity_scale: flags.wing_diversity_scale,
  };
};
