import type { Analyser } from './analysis.ts';
import { sentencesOf, type TextRange } from './sentenceRanges.ts';

/** One term and its place in a text. */
export interface PlacedTerm extends TextRange {
  readonly term: string;
  /**
   * Ordinal of its word among the text's words, function words not counted. Each word of an identifier counts as one; the
   * identifier as a whole has the position of its first word.
   */
  readonly position: number;
}

export interface Sentence extends TextRange {
  readonly terms: readonly string[];
}

/**
 * A text's terms in order with their places. An identifier gives its whole and then its parts.
 */
export const termSequence = (text: string, analyser: Analyser): PlacedTerm[] => {
  const sequence: PlacedTerm[] = [];
  let position = 0;
  analyser.scan(text, (word, start, end) => {
    const term = word.terms[0];
    if (term === undefined) return;
    sequence.push({ term, start, end, position });
    // If normalising changed the word's length, its parts can't be located: each gets the place of the whole word.
    const aligned = end - start === word.plain.length;
    let step = 0;
    for (const part of word.parts) {
      if (part.term !== term) {
        const from = aligned ? start + part.start : start;
        sequence.push({
          term: part.term,
          start: from,
          end: aligned ? start + part.end : end,
          position: position + step,
        });
      }
      if (part.finest && word.kind === 'identifier') step += 1;
    }
    position += word.kind === 'identifier' ? Math.max(1, step) : word.length;
  });
  return sequence;
};

/** Each sentence with its terms in order, repeats included. */
export const sentenceTerms = (text: string, analyser: Analyser): Sentence[] => {
  const sequence = termSequence(text, analyser);
  let next = 0;
  return sentencesOf(text).map(({ start, end }) => {
    const terms: string[] = [];
    for (let placed = sequence[next]; placed !== undefined && placed.start < end; placed = sequence[next]) {
      terms.push(placed.term);
      next += 1;
    }
    return { start, end, terms };
  });
};
