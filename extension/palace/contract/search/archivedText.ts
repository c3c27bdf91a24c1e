import { plural } from '../../../base/text/plural.ts';
import type { SearchResult } from './searchResult.ts';

/** `2 archived drawers match`, for who is told how to get them next; null if none do. */
export const archivedText = ({
  archived_matches: matches = 0,
}: Pick<SearchResult, 'archived_matches'>): string | null =>
  matches === 0 ? null : `${plural(matches, 'archived drawer')} ${matches === 1 ? 'matches' : 'match'}`;
