import { deadline } from '../../base/async/deadline.ts';
import { drawerFilter } from './views/drawerView.ts';
import type { CallOptions, PalaceApi, Params } from '../contract/palaceApi.ts';
import { findSecrets } from '../filing/secrets/findSecrets.ts';
import { withSecretSpans } from './views/secretFindings.ts';
import { withAuthors } from './views/withAuthors.ts';
import { withNotes } from './views/withNotes.ts';
import { withReplacements } from './views/withReplacements.ts';
import type { LinkedSessions } from './links/linkedSessions.ts';
import type { ProfileLayersOf } from './palaceProfiles.ts';
import { resolveProfile } from '../retrieval/profiles/profiles.ts';
import { search } from '../retrieval/search.ts';
import type { SearchDependencies, SearchOptions } from '../retrieval/query/searchRequest.ts';
import { similar } from '../retrieval/similar.ts';
import { isAwaitingVectors } from '../contract/search/awaitingVectors.ts';
import type { SearchResult } from '../contract/search/searchResult.ts';
import { withArchivedMatches } from '../retrieval/explain/archivedMatches.ts';
import { whyNot } from '../retrieval/explain/whyNot.ts';

/** The calls that search, in their wire form. They write nothing. */
type SearchCalls = Pick<PalaceApi, 'search' | 'whyNot' | 'replay' | 'similar'>;

/** Results of `similar` unless the call sets a number. */
const similarResults = 10;

/** Milliseconds that a search waits for the vectors of what it shows. */
const completesWithin = 5_000;
/** Of a long list, only the top is embedded before everything else. */
const mostEmbeddedFirst = 48;

/** Embeds drawers before all others, as {@link PalaceEmbeddings.embedFirst}. */
type EmbedFirst = (ids: readonly string[], signal: AbortSignal) => Promise<boolean>;

/**
 * `beginLog` is called when a search begins; what it gives, for each real search by a person or an agent once it is
 * answered: not for dry runs, nor for searches by words while typing.
 */
export const searchCalls = (
  dependencies: SearchDependencies,
  profileLayers: ProfileLayersOf,
  beginLog: () => (text: string, resultIds: readonly string[]) => void,
  embedFirst: EmbedFirst,
  linkedSession: LinkedSessions,
): SearchCalls => {
  const searchOptions = (request: Params<'search'>, call: CallOptions): SearchOptions => {
    const profile = resolveProfile(request.profile ?? 'default', profileLayers(call), request.overrides);
    return {
      linked: linkedSession(request, call, profile),
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
  /**
   * A search whose results get their vectors before all other drawers: before the answer if it is to be complete,
   * else after it.
   */
  const searchEmbedding = async (options: SearchOptions, isComplete: boolean): Promise<SearchResult> => {
    let result = await search(options, dependencies);
    if (options.wordsOnly || !isAwaitingVectors(result)) return result;
    const shown = (): string[] => ownIds(result).slice(0, mostEmbeddedFirst);
    const enough = deadline(completesWithin, options.signal);
    if (!isComplete) {
      void embedFirst(shown(), enough.signal).finally(enough.dispose);
      return result;
    }
    try {
      // With their vectors, the results may be replaced by others, which get theirs next.
      while (!enough.signal.aborted && (await embedFirst(shown(), enough.signal)))
        result = await search(options, dependencies);
    } finally {
      enough.dispose();
    }
    return result;
  };
  return {
    search: async (request, call = {}) => {
      const log = beginLog();
      const options = searchOptions(request, call);
      const ranked = await searchEmbedding(options, request.complete ?? false);
      const found = await withArchivedMatches(ranked, options, dependencies);
      const { read } = dependencies;
      const result = withReplacements(withNotes(withAuthors(withSecretSpans(found, read), read), read), read);
      // A query that contains a secret is not logged.
      if (!options.dryRun && !options.wordsOnly && findSecrets(request.query).length === 0)
        log(request.query, ownIds(result));
      return result;
    },
    whyNot: async ({ drawer_id: id, ...request }, call = {}) =>
      whyNot(id, searchOptions(request, call), dependencies),
    replay: async ({ packet }) => (await import('../retrieval/replay/replay.ts')).replay(packet),
    similar: async ({ drawer_id: id, k, filter }) =>
      withNotes(similar(id, k ?? similarResults, drawerFilter(filter), dependencies), dependencies.read),
  };
};

/** The results that live in this palace. */
const ownIds = ({ results }: SearchResult): string[] =>
  results.flatMap(({ drawer_id: id, palace }) => (palace === undefined ? [id] : []));
