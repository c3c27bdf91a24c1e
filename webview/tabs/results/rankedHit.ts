import type { SearchHit, SearchResult } from '../../../extension/palace/contract/searchResult.ts';
import { movements, type Movement } from '../../score/crossings.ts';
import { scoreStory, type ScoreStory } from '../../score/scoreSteps.ts';

/** A result with the story of its score. Chart and table are drawn from the same array of these. */
export interface RankedHit {
  readonly hit: SearchHit;
  /** Null where the search was not explained. */
  readonly story: ScoreStory | null;
  readonly movement: Movement;
}

export const rankedHits = ({ results }: Pick<SearchResult, 'results'>): readonly RankedHit[] => {
  const moved = movements(results);
  return results.flatMap((hit, index) => {
    const movement = moved[index];
    return movement === undefined ? [] : [{ hit, story: scoreStory(hit), movement }];
  });
};
