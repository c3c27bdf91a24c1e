import type { Analyser } from '../text/analysis.ts';
import type { Word } from '../text/word.ts';

/** A word of a text; `last`: the character at which its run without spaces ends, if it is the end of one. */
interface PlacedWord extends Word {
  readonly last?: string;
}

const words = (analyser: Analyser, text: string): PlacedWord[] => {
  const list: PlacedWord[] = [];
  analyser.scan(text, (word) => {
    const before = list.at(-1);
    if (word.kind !== 'closing') list.push(word);
    else if (before !== undefined) list[list.length - 1] = { ...before, last: word.plain };
  });
  return list;
};

/** Whether two words have the same spelling or stem; identifiers are compared as a whole. */
const sameWord = (word: Word, other: Word): boolean =>
  word.plain === other.plain || (word.terms[0] !== undefined && word.terms[0] === other.terms[0]);

/** Whether a phrase's first or last word is one character of a script without spaces at which a longer run ends or begins. */
const isInRun = (wanted: Word, given: PlacedWord, side: 'first' | 'last'): boolean =>
  given.kind === 'bigram' && wanted.plain === (side === 'first' ? given.last : given.terms[1]);

/**
 * Whether the text contains the phrase's words one after another. Letter case, accents, punctuation and endings are ignored.
 * Function words must match by their spelling. No text contains a phrase without words. A single character of a script
 * without spaces is found inside a longer run, also where the phrase has other words beside it: “2024年” in “2024年の計画”.
 */
export const containsPhrase = (text: string, phrase: string, analyser: Analyser): boolean => {
  const wanted = words(analyser, phrase);
  const [first] = wanted;
  if (first === undefined) return false;
  if (wanted.length === 1 && first.kind === 'plain' && analyser.terms(text).includes(first.terms[0] ?? ''))
    return true;
  const given = words(analyser, text);
  const isAt = (word: Word, i: number, found: PlacedWord): boolean =>
    sameWord(word, found) ||
    (i === 0 && isInRun(word, found, 'first')) ||
    (i === wanted.length - 1 && isInRun(word, found, 'last'));
  for (let start = 0; start + wanted.length <= given.length; start += 1) {
    if (wanted.every((word, i) => isAt(word, i, given[start + i] ?? word))) return true;
  }
  return false;
};
