import type { SearchResult } from '../../contract/search/searchResult.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';

/** A search's answer with the members of the team who filed its results. Those of linked palaces have none. */
export const withAuthors = (result: SearchResult, read: ReadQueries): SearchResult => {
  const authors = read.team.filedBy(result.results.map(({ drawer_id: id }) => id));
  if (authors.size === 0) return result;
  return {
    ...result,
    results: result.results.map((hit) => {
      const member = hit.palace === undefined ? authors.get(hit.drawer_id) : undefined;
      return member === undefined ? hit : { ...hit, filed_by: member };
    }),
  };
};
