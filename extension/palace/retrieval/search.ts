import type { ScratchArrays } from '../../base/scratchArrays.ts';
import type { SearchResult } from '../contract/search/searchResult.ts';
import { rank } from './pipeline/rank.ts';
import { retrieveCandidates } from './pipeline/retrieveCandidates.ts';
import { recordedSimilarities } from './replay/recordedSimilarities.ts';
import { writePacket } from './replay/writePacket.ts';
import { paginationState } from './scan/scanState.ts';
import type { SearchDependencies, SearchOptions } from './query/searchRequest.ts';
import { fireSearchHooks } from './pipeline/searchHooks.ts';
import { Stopwatch } from './query/stopwatch.ts';

/**
 * Turns a query into ranked, explained drawers: guard → legs → fusion → phases → explanation. Explaining, tracing, recording
 * and dry runs change no score and no order. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD, E_CANCELLED.
 */
export const search = (options: SearchOptions, dependencies: SearchDependencies): Promise<SearchResult> =>
  dependencies.scratch.lend((arrays) => searchIn(arrays, options, dependencies));

const searchIn = async (
  arrays: ScratchArrays,
  options: SearchOptions,
  dependencies: SearchDependencies,
): Promise<SearchResult> => {
  const watch = new Stopwatch(dependencies.timer);
  const { input, recorded, result, outcome } = await ranked(arrays, options, dependencies, watch);
  fireSearchHooks(dependencies.hooks, input, outcome);
  if (recorded === null) return result;
  const pagination = paginationState(dependencies.read, dependencies.catalogue.drawers);
  return {
    ...result,
    replay_packet: writePacket({
      input,
      outcome,
      result,
      similarities: recorded.pairs,
      pagination,
      compaction: dependencies.lastPlan(),
    }),
  };
};

/**
 * Retrieves and ranks. If phases leave out so much of the pool of a sorted search that fewer than k results remain, it is done
 * again with a wider pool.
 */
const ranked = async (
  arrays: ScratchArrays,
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
) => {
  for (let widening = 1; ; widening *= 4) {
    arrays.takeBack();
    const { input, hasMore } = await retrieveCandidates(options, dependencies, watch, { widening, arrays });
    const recorded = options.replay ? recordedSimilarities(input.context) : null;
    const { result, outcome } = rank(recorded === null ? input : { ...input, context: recorded.context }, watch);
    if (!hasMore || outcome.results.length >= options.k) return { input, recorded, result, outcome };
  }
};
