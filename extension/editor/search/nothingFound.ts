import { unreadPalaces } from '../../palace/contract/search/unreadPalaces.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import { queryConditions } from '../../palace/model/query/querySyntax.ts';
import { archivedMatchText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';

/** What an empty answer means, and what to try. Other words find nothing in palaces that could not be read. */
export const nothingFound = (
  result: Pick<SearchResult, 'query' | 'unread_palaces' | 'pipeline_trace'>,
  { t }: Localiser,
): readonly [label: string, detail?: string] => {
  const unread = unreadPalaces(result);
  if (unread.length > 0) return [t('Nothing was searched: {0} could not be read.', unread.join(', '))];
  const conditions = queryConditions(result.query).map(({ start, end }) => result.query.slice(start, end));
  return [
    conditions.length === 0 ? t('Nothing found.') : t('Nothing found in {0}.', conditions.join(', ')),
    t('Try fewer or other words.'),
  ];
};

/** What is said below an answer that found little while archived drawers match. */
export const archivedNotes = (
  { archived_matches: matches }: Pick<SearchResult, 'archived_matches'>,
  localiser: Localiser,
): readonly (readonly [label: string, detail: string])[] =>
  matches === undefined
    ? []
    : [
        [
          archivedMatchText(matches, localiser),
          localiser.t('The Archive & Plans view restores them; the inspector can search them, too.'),
        ],
      ];
