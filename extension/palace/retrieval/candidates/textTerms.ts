import type { Analyser } from '../../lexical/analysis.ts';
import { sentencesOf } from '../../lexical/sentenceRanges.ts';
import { termSequence } from '../../lexical/sentences.ts';
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
