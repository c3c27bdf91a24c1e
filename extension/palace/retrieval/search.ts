import type { ScratchArrays } from '../../base/scratchArrays.ts';
import type { SearchResult } from '../contract/search/searchResult.ts';
import { rankedSearch } from './pipeline/rankedSearch.ts';
import { recordedSimilarities, type SimilarityRecord } from './replay/recordedSimilarities.ts';
import { writePacket } from './replay/writePacket.ts';
import { paginationState } from './query/scanState.ts';
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
  const records: SimilarityRecord[] = [];
  const { recalled, result, outcome } = await rankedSearch(options, dependencies, watch, {
    arrays,
    given: (input) => {
      if (!options.replay) return input;
      const record = recordedSimilarities(input.context);
      records.push(record);
      return { ...input, context: record.context };
    },
  });
  const { input } = recalled;
  fireSearchHooks(dependencies.hooks, input, outcome);
  const recorded = records.at(-1);
  if (recorded === undefined) return result;
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
