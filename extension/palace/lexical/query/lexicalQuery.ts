import type { Analyser } from '../text/analysis.ts';
import type { Word } from '../text/word.ts';

/** A term that the index looks for. */
interface QueryTerm {
  readonly term: string;
  /** Bit mask of the query's words that a drawer with this term holds. */
  readonly covers: number;
  /** An alternative spelling of a word that already has a term: it counts only if some drawer holds it. */
  readonly optional: boolean;
  /** Factor of its idf. */
  readonly weight: number;
}

/** A query in the index's form. */
export interface LexicalQuery {
  readonly terms: readonly QueryTerm[];
  /** Mask of all the query's words; all words from the 32nd on share one bit. */
  readonly words: number;
  /** A drawer that holds all terms of one of these is left out. */
  readonly excluded: readonly (readonly string[])[];
}

const lastBit = 31;
/**
 * An identifier brings several terms that occur together; at full weight it would drown the query's other words.
 * Measured on commit messages: 0.5 gains 1.7 points of MRR, anything from 0.25 to 0.75 more than 1 point.
 */
const partWeight = 0.5;

/** The terms by which a word is excluded: an identifier as a whole, a run without spaces by all its bigrams. */
const excludedTerms = (analyser: Analyser, text: string): string[] => {
  const terms = new Set<string>();
  analyser.scan(text, (word) => {
    const term = word.kind === 'closing' ? undefined : word.terms[0];
    if (term !== undefined) terms.add(term);
  });
  return [...terms];
};

/**
 * Builds a query from free words (including those of phrases) and excluded words. A word is searched by its stem, and by
 * its plain form if some drawer holds an identifier spelt that way. An identifier is searched as a whole, by its parts and
 * by their pieces. A drawer that spells an identifier out in words holds it, too.
 */
export const lexicalQuery = (
  analyser: Analyser,
  words: string,
  excluded: readonly string[] = [],
): LexicalQuery => {
  const terms = new Map<string, { covers: number; optional: boolean; weight: number }>();
  const bits = new Map<string, number>();
  const bitOf = (term: string): number => {
    const known = bits.get(term);
    if (known !== undefined) return known;
    const bit = 1 << Math.min(bits.size, lastBit);
    bits.set(term, bit);
    return bit;
  };
  const add = (term: string, covers: number, optional: boolean, weight: number): void => {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { covers, optional, weight });
    else {
      known.covers |= covers;
      known.optional &&= optional;
      known.weight = Math.max(known.weight, weight);
    }
  };
  const addIdentifier = (word: Word, whole: string): void => {
    const finest = word.parts.filter((part) => part.finest);
    if (finest.length === 0) return add(whole, bitOf(whole), false, 1);
    let all = 0;
    for (const part of finest) {
      all |= bitOf(part.term);
      add(part.term, bitOf(part.term), false, partWeight);
    }
    for (const part of word.parts) {
      if (part.finest) continue;
      const inside = finest.filter((piece) => piece.start >= part.start && piece.end <= part.end);
      add(
        part.term,
        inside.reduce((mask, piece) => mask | bitOf(piece.term), 0),
        true,
        partWeight,
      );
    }
    add(whole, all, true, 1);
  };
  analyser.scan(words, (word) => {
    const term = word.terms[0];
    if (term === undefined || word.kind === 'closing') return;
    if (word.kind === 'identifier') return addIdentifier(word, term);
    const bit = bitOf(term);
    add(term, bit, false, 1);
    if (word.plain !== term) add(word.plain, bit, true, 1);
  });
  return {
    terms: Array.from(terms, ([term, found]) => ({ term, ...found })),
    words: [...bits.values()].reduce((mask, bit) => mask | bit, 0),
    excluded: excluded.map((word) => excludedTerms(analyser, word)).filter((list) => list.length > 0),
  };
};
