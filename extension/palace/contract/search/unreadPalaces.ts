import { queryPieces } from '../../model/query/querySyntax.ts';
import type { SearchResult } from './searchResult.ts';

/** The other palaces that a search was for, if none of them could be read: then its conditions are not to blame. Else empty. */
export const unreadPalaces = ({
  query,
  unread_palaces: unread = [],
  pipeline_trace: { scope },
}: Pick<SearchResult, 'query' | 'unread_palaces' | 'pipeline_trace'>): readonly string[] => {
  const asked = queryPieces(query).flatMap((piece) =>
    piece.kind === 'field' && piece.field === 'palace' ? piece.values : [],
  );
  return scope.in_scope === 0 && asked.every((name) => unread.includes(name)) ? asked : [];
};
