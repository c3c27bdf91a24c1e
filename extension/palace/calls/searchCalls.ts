import { drawerFilter } from './drawerView.ts';
import type { CallOptions, PalaceApi, Params } from '../contract/palaceApi.ts';
import { replay } from '../retrieval/replay/replay.ts';
import { findSecrets } from '../filing/secrets/findSecrets.ts';
import { withSecretSpans } from './secretFindings.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import { search } from '../retrieval/search.ts';
import type { SearchDependencies, SearchOptions } from '../retrieval/query/searchRequest.ts';
import { similar } from '../retrieval/similar.ts';
import { whyNot } from '../retrieval/explain/whyNot.ts';

/** The calls that search, in their wire form. They write nothing. */
export type SearchCalls = Pick<PalaceApi, 'search' | 'whyNot' | 'replay' | 'similar'>;

/** Results of `similar` unless the call sets a number. */
const similarResults = 10;

/**
 * `onSearched` is called for each real search by a person or an agent: not for dry runs, nor for searches by words
 * while typing.
 */
export const searchCalls = (
  dependencies: SearchDependencies,
  profileLayers: ProfileLayersOf,
  onSearched: (text: string, resultIds: readonly string[]) => void,
): SearchCalls => {
  const searchOptions = (request: Params<'search'>, call: CallOptions): SearchOptions => {
    const profile = resolveProfile(request.profile ?? 'default', profileLayers(call), request.overrides);
    return {
      query: request.query,
      profile,
      filter: drawerFilter(request.filter),
      k: request.k ?? profile.flags.final_k,
      sortBy: request.sort_by ?? 'relevance',
      explain: request.explain ?? profile.flags.explain,
      candidateTrace: request.candidate_trace ?? false,
      dryRun: request.dry_run ?? false,
      replay: request.replay ?? false,
      wordsOnly: request.words_only ?? false,
      signal: call.signal,
    };
  };
  return {
    search: async (request, call = {}) => {
      const options = searchOptions(request, call);
      const result = withSecretSpans(await search(options, dependencies), dependencies.read);
      // A query that contains a secret is not logged.
      if (!options.dryRun && !options.wordsOnly && findSecrets(request.query).length === 0)
        onSearched(
          request.query,
          result.results.map(({ drawer_id: id }) => id),
        );
      return result;
    },
    whyNot: async ({ drawer_id: id, ...request }, call = {}) =>
      whyNot(id, searchOptions(request, call), dependencies),
    replay: async ({ packet }) => replay(packet),
    similar: async ({ drawer_id: id, k, filter }) =>
      similar(id, k ?? similarResults, drawerFilter(filter), dependencies),
  };
};
