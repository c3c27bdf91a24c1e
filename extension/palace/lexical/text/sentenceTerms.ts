import type { Analyser } from './analysis.ts';
import type { TextRange } from '../../model/text/textRange.ts';
import { sentencesOf } from './sentenceRanges.ts';

/** One term and its place in a text. */
interface PlacedTerm extends TextRange {
  readonly term: string;
  /**
   * Ordinal of its word among the text's words, function words not counted. Each word of an identifier counts as one; the
   * identifier as a whole has the position of its first word.
   */
  readonly position: number;
}

interface Sentence extends TextRange {
  readonly terms: readonly string[];
}

/** Receives a text's terms in order; `start` and `end` are UTF-16 offsets in the text, `position` as in {@link PlacedTerm}. */
type TermVisitor = (term: string, start: number, end: number, position: number) => void;

/** Calls `visit` for each term of a text. An identifier gives its whole and then its parts. */
export const eachTerm = (text: string, analyser: Analyser, visit: TermVisitor): void => {
  let position = 0;
  analyser.scan(text, (word, start, end) => {
    const term = word.terms[0];
    if (term === undefined) return;
    visit(term, start, end, position);
    // If normalising changed the word's length, its parts can't be located: each gets the place of the whole word.
    const aligned = end - start === word.plain.length;
    let step = 0;
    for (const part of word.parts) {
      if (part.term !== term) {
        const from = aligned ? start + part.start : start;
        visit(part.term, from, aligned ? start + part.end : end, position + step);
      }
      if (part.finest && word.kind === 'identifier') step += 1;
    }
    position += word.kind === 'identifier' ? Math.max(1, step) : word.length;
  });
};

/** A text's terms in order with their places. */
export const termSequence = (text: string, analyser: Analyser): PlacedTerm[] => {
  const sequence: PlacedTerm[] = [];
  eachTerm(text, analyser, (term, start, end, position) => sequence.push({ term, start, end, position }));
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
