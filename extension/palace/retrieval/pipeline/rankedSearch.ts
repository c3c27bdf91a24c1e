import type { ScratchArrays } from '../../../base/scratchArrays.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';
import type { Stopwatch } from '../query/stopwatch.ts';
import { rank } from './rank.ts';
import type { RankingInput } from './rankingInput.ts';
import { retrieveCandidates, type RetrievedCandidates } from './retrieveCandidates.ts';

/** What was found for a search, and what the phases made of it. */
export type RankedSearch = ReturnType<typeof rank> & { readonly recalled: RetrievedCandidates };

/**
 * Retrieves and ranks. If phases leave out so much of the pool of a sorted search that fewer than k results remain, it is done
 * again with a wider pool. `given` is what the phases get instead of the input; `arrays`: see `retrieveCandidates`. Throws what that does.
 */
export const rankedSearch = async (
  options: SearchOptions,
  dependencies: SearchDependencies,
  watch: Stopwatch,
  {
    arrays,
    given = (input) => input,
  }: { readonly arrays?: ScratchArrays; readonly given?: (input: RankingInput) => RankingInput } = {},
): Promise<RankedSearch> => {
  for (let widening = 1; ; widening *= 4) {
    arrays?.takeBack();
    const recalled = await retrieveCandidates(options, dependencies, watch, {
      widening,
      ...(arrays === undefined ? {} : { arrays }),
    });
    const ranked = rank(given(recalled.input), watch);
    if (!recalled.hasMore || ranked.outcome.results.length >= options.k) return { ...ranked, recalled };
  }
};
