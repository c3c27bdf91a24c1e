import { RecentlyUsed } from '../../../base/recentlyUsed.ts';
import type { Analyser } from '../../lexical/text/analysis.ts';
import { sentencesOf } from '../../lexical/text/sentenceRanges.ts';
import { termSequence } from '../../lexical/text/sentences.ts';
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

export const textTerms = (text: string, analyser: Analyser): TextTerms => {
  const sequence = termSequence(text, analyser);
  const sentences = sentencesOf(text);
  const sentence = new Uint32Array(sequence.length);
  let at = 0;
  sequence.forEach(({ start }, i) => {
    while ((sentences[at + 1]?.start ?? Infinity) <= start) at++;
    sentence[i] = at;
  });
  return {
    terms: sequence.map(({ term }) => term),
    positions: Uint32Array.from(sequence, ({ position }) => position),
    sentence,
    timeMention: () => timeMention(text),
  };
};
