import { sentencesOf, termSequence } from '../lexical/sentences.ts';

/** A text's terms in order, and where its sentences begin: what the evidence phases look at. */
export interface TextTerms {
  readonly terms: readonly string[];
  /** Index of the sentence that the term of the same index stands in. */
  readonly sentence: Uint32Array;
  readonly sentences: number;
}

export const textTerms = (text: string): TextTerms => {
  const sequence = termSequence(text);
  const sentences = sentencesOf(text);
  const sentence = new Uint32Array(sequence.length);
  let at = 0;
  sequence.forEach(({ start }, i) => {
    while (at + 1 < sentences.length && (sentences[at + 1]?.start ?? Infinity) <= start) at++;
    sentence[i] = at;
  });
  return { terms: sequence.map(({ term }) => term), sentence, sentences: sentences.length };
};
