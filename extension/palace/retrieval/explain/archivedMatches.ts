import type { SearchResult } from '../../contract/search/searchResult.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import { narrowedFilter } from '../../lexical/query/narrowedFilter.ts';
import { parseQuery } from '../../lexical/query/queryParser.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import type { DrawerScope } from '../../model/query/drawerScope.ts';
import { phraseScope } from '../query/phraseScope.ts';
import type { SearchDependencies, SearchOptions } from '../query/searchRequest.ts';

type Dependencies = Pick<SearchDependencies, 'catalogue' | 'lexical' | 'read'>;
type Asked = Pick<SearchOptions, 'query' | 'filter' | 'k' | 'signal'>;

/** So many results leave nothing to be wished for. */
const enough = 10;

/**
 * A search's answer with the number of archived drawers that hold more than half of the query's words. They are counted only where
 * the search found little: fewer than were asked for, nothing close, or words that no living drawer has.
 */
export const withArchivedMatches = async (
  result: SearchResult,
  asked: Asked,
  dependencies: Dependencies,
): Promise<SearchResult> => {
  const isPoor =
    result.results.length < Math.min(asked.k, enough) || result.weak === true || result.read_as !== undefined;
  if (!isPoor || result.error !== undefined) return result;
  const matches = await archivedMatches(asked, dependencies);
  return matches === 0 ? result : { ...result, archived_matches: matches };
};

const archivedMatches = async (
  { query, filter: given, signal }: Asked,
  { catalogue, lexical, read }: Dependencies,
): Promise<number> => {
  const typed = parseQuery(query);
  const filter = narrowedFilter(given, typed.filter);
  if (filter.includeArchived === true || filter.palaces?.includes('this') === false) return 0;
  const archived = archivedScope(filter, catalogue);
  if (archived.count === 0) return 0;
  const scope = await phraseScope(typed, archived, { catalogue, lexical, read }, signal).catch(
    (thrown: unknown) => {
      // The search itself was answered: only this count takes too long.
      if (PalaceError.from(thrown).code === 'E_QUERY_TOO_LONG') return { mask: archived.mask, count: 0 };
      throw thrown;
    },
  );
  if (scope.count === 0) return 0;
  const words = lexicalQuery(lexical.analyser, [typed.words, ...typed.phrases].join(' '));
  const found = lexical.score(words, scope, { path: 1, names: 1 });
  const slots = [...found.slots].filter((_, i) => 2 * (found.matchedTerms[i] ?? 0) > found.words);
  return read.countArchived(slots.map((slot) => catalogue.rowidOf(slot)));
};

/** The archived drawers that pass a filter without them. */
const archivedScope = (filter: DrawerFilter, catalogue: Dependencies['catalogue']): DrawerScope => {
  const living = catalogue.scope(filter);
  const all = catalogue.scope({ ...filter, includeArchived: true });
  if (all.count === living.count) return { mask: all.mask, count: 0 };
  return { mask: all.mask.map((held, slot) => held - (living.mask[slot] ?? 0)), count: all.count - living.count };
};
