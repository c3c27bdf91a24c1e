import { RecentlyUsed } from '../../../base/recentlyUsed.ts';
import type { Analyser } from '../../lexical/text/analysis.ts';
import { sentencesOf } from '../../lexical/text/sentenceRanges.ts';
import { eachTerm } from '../../lexical/text/sentences.ts';
import { timeMention } from './timeMention.ts';

/** A text's terms in order, each with its word and sentence, for the evidence phases. */
export interface TextTerms {
  readonly terms: readonly string[];
  /** Ordinal of the term's word in the text. */
  readonly positions: Uint32Array;
  /** Ordinal of the term's sentence in the text. */
  readonly sentence: Uint32Array;
  /** The first date or time in the text; null if there is none. */
  readonly timeMention: () => string | null;
}

/** Gives the terms of a text. */
export type TermsOf = (text: string) => TextTerms;

/**
 * `textTerms`, keeping those of the texts that were asked for last, up to `room` characters in all: someone who types a query
 * asks for nearly the same candidates with each key.
 */
export const cachedTextTerms = (analyser: Analyser, room = 1_000_000): TermsOf => {
  const known = new RecentlyUsed<string, TextTerms>(room);
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const terms = textTerms(text, analyser);
    known.set(text, terms, text.length);
    return terms;
  };
};

/** Nothing is computed before somebody asks: most phases look at few of a search's candidates. */
export const textTerms = (text: string, analyser: Analyser): TextTerms => {
  let placed: PlacedTerms | undefined;
  let sentence: Uint32Array | undefined;
  const inOrder = (): PlacedTerms => (placed ??= placedTerms(text, analyser));
  return {
    get terms() {
      return inOrder().terms;
    },
    get positions() {
      return inOrder().positions;
    },
    get sentence() {
      return (sentence ??= sentenceOrdinals(text, inOrder().starts));
    },
    timeMention: () => timeMention(text),
  };
};

interface PlacedTerms extends Pick<TextTerms, 'terms' | 'positions'> {
  /** Where each term begins in the text. */
  readonly starts: Uint32Array;
}

const placedTerms = (text: string, analyser: Analyser): PlacedTerms => {
  const terms: string[] = [];
  const positions: number[] = [];
  const starts: number[] = [];
  eachTerm(text, analyser, (term, start, _, position) => {
    terms.push(term);
    positions.push(position);
    starts.push(start);
  });
  return { terms, positions: Uint32Array.from(positions), starts: Uint32Array.from(starts) };
};

const sentenceOrdinals = (text: string, starts: Uint32Array): Uint32Array => {
  const sentences = sentencesOf(text);
  let at = 0;
  return starts.map((start) => {
    while ((sentences[at + 1]?.start ?? Infinity) <= start) at++;
    return at;
  });
};
