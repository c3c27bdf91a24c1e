import { isOutOfScope } from '../../palace/contract/search/outOfScope.ts';
import { unreadPalaces } from '../../palace/contract/search/unreadPalaces.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';
import {
  unknownNames,
  unknownNameText,
  type KnownNames,
  type UnknownName,
} from '../../palace/model/query/queryEdits.ts';
import { queryConditions } from '../../palace/model/query/querySyntax.ts';
import { archivedMatchText } from '../platform/countedText.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';

/** What an empty answer means, and what to try. Other words find nothing in palaces that could not be read. */
export const nothingFound = (
  result: Pick<SearchResult, 'query' | 'results' | 'unread_palaces' | 'pipeline_trace'>,
  known: KnownNames,
  localiser: Localiser,
): readonly [label: string, detail?: string] => {
  const { t } = localiser;
  const unread = unreadPalaces(result);
  if (unread.length > 0) return [t('Nothing was searched: {0} could not be read.', unread.join(', '))];
  const conditions = queryConditions(result.query).map(({ start, end }) => result.query.slice(start, end));
  return conditions.length === 0
    ? [t('Nothing found.'), t('Try fewer or other words.')]
    : [
        t('Nothing found in {0}.', conditions.join(', ')),
        isOutOfScope(result)
          ? outOfScopeText(unknownNames(result.query, known), localiser)
          : t('Try fewer or other words.'),
      ];
};

/** Why no words can help: a name that the palace does not have, or conditions that no drawer meets together. */
const outOfScopeText = (unknown: readonly UnknownName[], localiser: Localiser): string =>
  unknown.length === 0
    ? localiser.t('No drawer meets all these conditions, whatever its words.')
    : unknown.map((name) => localisedReason(unknownNameText(name), localiser)).join(' ');

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
