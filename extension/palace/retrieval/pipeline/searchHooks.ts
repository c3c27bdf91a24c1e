import { byScore, scoreEvents, type Candidate } from '../candidates/candidate.ts';
import type { RankedDrawer } from '../../contract/hookSchemas.ts';
import type { PipelineHooks } from '../query/pipelineHooks.ts';
import type { PipelineOutcome } from './runPhases.ts';
import type { RankingInput } from './rankingInput.ts';

/** Tells the hooks what a search did. It is done by then, so they can't change it. */
export const fireSearchHooks = (
  hooks: PipelineHooks,
  { guard, context }: RankingInput,
  { results, dropped, records }: PipelineOutcome,
): void => {
  const { state } = guard;
  if (state.result !== 'OFF')
    hooks.fire('post_model_guard', () => [
      {
        match: state.result === 'MATCH',
        ingest_model: state.ingest_model,
        query_model: state.query_model,
      },
    ]);
  hooks.fire('post_score_event', () =>
    [...results, ...dropped.map(({ candidate }) => candidate)].flatMap((candidate) =>
      scoreEvents(candidate).map((event) => ({ drawer_id: candidate.entry.id, ...event })),
    ),
  );
  const selection = records.find(({ name, ran }) => ran && name === 'selection');
  if (selection !== undefined && context.flags.wing_diversity_weight > 0 && context.sortBy === 'relevance')
    hooks.fire('post_cross_wing', () => [
      {
        candidates_before: [...selection.input].sort(byScore).map(ranked),
        candidates_after: results.map(ranked),
        wing_saturation_scores: wingShares(results),
      },
    ]);
};

const ranked = ({ entry, score }: Candidate): RankedDrawer => ({ drawer_id: entry.id, wing: entry.wing, score });

const wingShares = (results: readonly Candidate[]): Record<string, number> => {
  const shares = new Map<string, number>();
  for (const { entry } of results) shares.set(entry.wing, (shares.get(entry.wing) ?? 0) + 1 / results.length);
  return Object.fromEntries(shares);
};
