import type { Analyser } from './analysis.ts';
import type { Word } from './word.ts';

const words = (analyser: Analyser, text: string): Word[] => {
  const list: Word[] = [];
  analyser.scan(text, (word) => {
    if (word.kind !== 'closing') list.push(word);
  });
  return list;
};

/** Same spelling or same stem; an identifier only by its whole. */
const sameWord = (word: Word, other: Word): boolean =>
  word.plain === other.plain || (word.terms[0] !== undefined && word.terms[0] === other.terms[0]);

/**
 * Whether the phrase's words stand in the text one after the other, letter case, accents, punctuation and endings ignored.
 * Function words count, by their spelling. A phrase without words is nowhere. One character of a script without spaces is
 * found inside a longer run.
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
