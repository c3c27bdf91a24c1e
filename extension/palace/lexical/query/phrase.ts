import type { Analyser } from '../text/analysis.ts';
import type { Word } from '../text/word.ts';

const words = (analyser: Analyser, text: string): Word[] => {
  const list: Word[] = [];
  analyser.scan(text, (word) => {
    if (word.kind !== 'closing') list.push(word);
  });
  return list;
};

/** Whether two words have the same spelling or stem; identifiers are compared as a whole. */
const sameWord = (word: Word, other: Word): boolean =>
  word.plain === other.plain || (word.terms[0] !== undefined && word.terms[0] === other.terms[0]);

/**
 * Whether the text contains the phrase's words one after another. Letter case, accents, punctuation and endings are ignored.
 * Function words must match by their spelling. No text contains a phrase without words. A single character of a script
 * without spaces is found inside a longer run.
 */
export const containsPhrase = (text: string, phrase: string, analyser: Analyser): boolean => {
  const wanted = words(analyser, phrase);
  const [first] = wanted;
  if (first === undefined) return false;
  if (wanted.length === 1 && first.kind === 'plain' && analyser.terms(text).includes(first.terms[0] ?? ''))
    return true;
  const given = words(analyser, text);
  for (let start = 0; start + wanted.length <= given.length; start += 1) {
    if (wanted.every((word, i) => sameWord(word, given[start + i] ?? word))) return true;
  }
  return false;
};
