import { queryPieces } from '../../model/query/querySyntax.ts';
import type { PalaceApi } from '../palaceApi.ts';
import type { SearchResult } from './searchResult.ts';
import type { SearchRequest } from './searchSchemas.ts';

type Found = Pick<SearchResult, 'results'>;

/** The palace's tags, if a search that found nothing was for one: the only names that a status does not have. */
export const wantedTags = async (
  { query, filter }: Pick<SearchRequest, 'query' | 'filter'>,
  { results }: Found,
  api: Pick<PalaceApi, 'tags'>,
): Promise<readonly string[] | undefined> => {
  const isWanted =
    filter?.tag !== undefined ||
    queryPieces(query).some((piece) => piece.kind === 'field' && piece.field === 'tag');
  return results.length > 0 || !isWanted ? undefined : (await api.tags({})).tags.map(({ tag }) => tag);
};
