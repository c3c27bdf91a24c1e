import type {
  PipelineTrace,
  SearchHit,
  SearchResult,
} from '../../../extension/palace/contract/search/searchResult.ts';
import { movements, type Movement } from '../../score/crossings.ts';
import { scoreStory, type ScoreStory } from '../../score/scoreSteps.ts';

/** A result with the story of its score. Chart and table are drawn from the same array of these. */
export interface RankedHit {
  readonly hit: SearchHit;
  /** Null if the search was not explained. */
  readonly story: ScoreStory | null;
  readonly movement: Movement;
  /** The order of the list, if not that of the selection. */
  readonly sortBy: SearchResult['sort_by'];
}

export const rankedHits = ({
  results,
  sort_by: sortBy,
  pipeline_trace: trace,
}: Pick<SearchResult, 'results' | 'sort_by'> & {
  readonly pipeline_trace: Pick<PipelineTrace, 'legs'>;
}): readonly RankedHit[] => {
  const isMeaningCompared = trace.legs['dense'] !== undefined;
  const moved = movements(results);
  return results.flatMap((hit, index) => {
    const movement = moved[index];
    return movement === undefined ? [] : [{ hit, story: scoreStory(hit, isMeaningCompared), movement, sortBy }];
  });
};
