import type { SearchResult } from '../model/searchResult.ts';
import { rank } from './rank.ts';
import { recall } from './recall.ts';
import type { SearchDependencies, SearchOptions } from './searchRequest.ts';
import { Stopwatch } from './stopwatch.ts';

/**
 * From a query to explained, ranked drawers: guard → legs → fusion → phases → explanation. Explaining, tracing and dry runs
 * change no score and no order. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD, E_CANCELLED.
 */
export const search = async (options: SearchOptions, dependencies: SearchDependencies): Promise<SearchResult> => {
  const watch = new Stopwatch(dependencies.timer);
  const { input } = await recall(options, dependencies, watch);
  return rank(input, watch).result;
};
