import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import { inspectorLimits } from '../../../extension/protocol/inspectorNavigation.ts';

const steps = [10, 20, 50, 100, 200, 500, inspectorLimits.k];

/**
 * How many results to ask for next, at most so many; null if there are no more: a list shorter than `wantedResults` has used up its
 * candidates, of which copies and replaced drawers are left out. `wantedResults`: null if that is not known.
 */
export const nextCount = (
  { results, pipeline_trace: trace }: Pick<SearchResult, 'results' | 'pipeline_trace'>,
  wantedResults: number | null,
  most: number,
): number | null =>
  trace.total_candidates_in <= results.length || results.length < (wantedResults ?? 0)
    ? null
    : (steps.find((count) => count > results.length && count <= most) ?? null);
