import { queryPieces } from '../../model/query/querySyntax.ts';
import type { SearchResult } from './searchResult.ts';

const leftOut = ' is left out: ';

/** The warning that a linked palace takes no part in a search. */
export const leftOutWarning = (title: string, why: string): string => `${title}${leftOut}${why}`;

/** The other palaces that a search was for, if none of them could be read: then its conditions are not to blame. Else empty. */
export const unreadPalaces = ({
  query,
  warnings,
  pipeline_trace: { scope },
}: Pick<SearchResult, 'query' | 'warnings' | 'pipeline_trace'>): readonly string[] => {
  const asked = queryPieces(query).flatMap((piece) =>
    piece.kind === 'field' && piece.field === 'palace' ? piece.values : [],
  );
  const missing = warnings.filter((warning) => warning.includes(leftOut)).length;
  return scope.in_scope === 0 && missing >= new Set(asked).size ? asked : [];
};
