import { byScore, type Candidate } from './candidate.ts';

/** The orders that a search's results can have. */
export type SortBy = 'relevance' | 'importance' | 'recency';

/** What the results are sorted by, greatest first: importance, or the time of filing in milliseconds. Null: by relevance. */
const sortKey = (sortBy: SortBy): ((candidate: Candidate) => number) | null =>
  sortBy === 'recency'
    ? ({ entry }) => entry.filedAtMs
    : sortBy === 'importance'
      ? ({ entry }) => entry.importance
      : null;

/** Compares two candidates in the order that the search asks for; ties by score. */
export const byOrder = (sortBy: SortBy): ((a: Candidate, b: Candidate) => number) => {
  const key = sortKey(sortBy);
  return key === null ? byScore : (a, b) => key(b) - key(a) || byScore(a, b);
};
