import type { SearchChange } from '../../extension/palace/contract/search/searchResult.ts';
import { rewritten, without } from '../../extension/palace/model/query/queryEdits.ts';
import { queryPieces } from '../../extension/palace/model/query/querySyntax.ts';
import {
  inspectorOverridesSchema,
  type InspectorFilter,
  type InspectorSearch,
} from '../../extension/protocol/inspectorNavigation.ts';

type Gone = NonNullable<SearchChange['without']>;

const filterWithout = (filter: InspectorFilter, { kind, value }: Gone): InspectorFilter =>
  kind === 'field' ? Object.fromEntries(Object.entries(filter).filter(([field]) => field !== value)) : filter;

const queryWithout = (query: string, { kind, value }: Gone): string => {
  const isIt = (content: string): boolean => content.replace(/\s+/gu, ' ').trim() === value;
  if (kind === 'phrase')
    return queryPieces(query).reduceRight(
      (text, piece) => (piece.kind === 'phrase' && isIt(piece.content) ? rewritten(text, piece, value) : text),
      query,
    );
  return (
    without(query, (piece) =>
      piece.kind === 'field'
        ? kind === 'field' && piece.field === value
        : piece.kind === kind && isIt(piece.content),
    ) ?? query
  );
};

/** A search with a change made; null if the inspector can't make it. */
export const appliedChange = (search: InspectorSearch, change: SearchChange): InspectorSearch | null => {
  const { k, overrides, sort_by: sortBy, include_archived: archived, without: gone, add } = change;
  const set = overrides === undefined ? undefined : inspectorOverridesSchema.safeParse(overrides);
  if (set?.success === false || change.palace !== undefined) return null;
  const changed = {
    ...search,
    query: [
      gone === undefined ? search.query : queryWithout(search.query, gone),
      ...(add === undefined ? [] : [add]),
    ]
      .join(' ')
      .trim(),
    filter: {
      ...(gone === undefined ? search.filter : filterWithout(search.filter, gone)),
      ...(archived === undefined ? {} : { includeArchived: true }),
    },
    ...(k === undefined ? {} : { k }),
    ...(set === undefined ? {} : { overrides: { ...search.overrides, ...set.data } }),
  };
  if (sortBy !== undefined) delete changed.sortBy;
  return changed;
};
