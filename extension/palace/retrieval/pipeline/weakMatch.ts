import { leastSemanticMatch } from '../../model/embedding/semanticMatch.ts';
import type { Candidate } from '../candidates/candidate.ts';

/**
 * Cosines below which a best result is not close: where no result holds a word of the query, and where none holds more
 * than one of several. Measured with all-MiniLM-L6-v2 (docs/benchmarks.md, Weak matches): of 30 questions that
 * the palace can't answer, 23 fall below; of 82 that it answers, none.
 */
const wordlessFloor = leastSemanticMatch;
const oneWordFloor = 0.175;

/**
 * Whether nothing close was found: scores are relative to the best candidate, so even the best of poor
 * candidates scores as high as a good match. `terms`: the query's distinct stems.
 */
export const isWeak = (results: readonly Candidate[], terms: readonly string[]): boolean => {
  const compared = results.filter(({ hasVector }) => hasVector);
  if (compared.length === 0) return false;
  const best = Math.max(...compared.map(({ cosine }) => cosine));
  if (best >= wordlessFloor) return false;
  const held = Math.max(...results.map((candidate) => wordsHeld(candidate, terms)));
  return held === 0 || (held === 1 && terms.length > 1 && best < oneWordFloor);
};

/** How many of the terms the candidate's text has; at least 1 if its path or names matched. */
const wordsHeld = ({ terms: { terms: held }, legs: { lexical } }: Candidate, terms: readonly string[]): number => {
  const words = new Set(held);
  return Math.max(lexical.score > 0 ? 1 : 0, terms.filter((term) => words.has(term)).length);
};
