import type { SearchResult } from './searchResult.ts';

/** Whether the palace has drawers, but the search's conditions leave none of them to be found, whatever its words. */
export const isOutOfScope = ({
  results,
  pipeline_trace: { scope },
}: Pick<SearchResult, 'results' | 'pipeline_trace'>): boolean =>
  results.length === 0 && scope.in_scope === 0 && scope.palace > 0;
