import { knownNames, meantConditions, meantName } from '../../model/query/queryEdits.ts';
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

const named = ['wing', 'room', 'type', 'tier', 'kind', 'tag'] as const;

/**
 * The conditions that were probably meant by a search that found nothing, in its query and its filter: `wing:harbor`. Tags are only
 * looked at if `api` gives them.
 */
export const meantBySearch = async (
  request: Pick<SearchRequest, 'query' | 'filter'>,
  found: Found,
  { status, tags }: Pick<PalaceApi, 'status'> & Partial<Pick<PalaceApi, 'tags'>>,
): Promise<readonly string[]> => {
  if (found.results.length > 0) return [];
  const { drawers } = await status({});
  const names = knownNames({
    wings: drawers.by_wing,
    rooms: drawers.by_room,
    types: drawers.by_type,
    tiers: drawers.by_tier,
    tags: tags === undefined ? undefined : await wantedTags(request, found, { tags }),
  });
  const inFilter = named.flatMap((field) => {
    const [value, ...others] = request.filter?.[field] ?? [];
    return value === undefined || others.length > 0 ? [] : (meantName(field, value, names) ?? []);
  });
  return [...new Set([...meantConditions(request.query, names).map(({ meant }) => meant), ...inFilter])];
};

/** What is asked about them, for who can't press a button. */
export const meantText = (meant: readonly string[]): string => `Did you mean ${meant.join(', ')}?`;
