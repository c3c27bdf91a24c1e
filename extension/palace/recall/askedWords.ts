import { isCapitalised } from '../lexical/text/word.ts';
import type { Analyser } from '../lexical/text/analysis.ts';

/** A word of a query as the server is asked about it. */
export interface AskedWord {
  /** As it is written: the server makes its own stem of it, and would find nothing by a stem of ours. */
  readonly word: string;
  /** Whether it is written like a name. */
  readonly isName: boolean;
}

/**
 * The words of a query by the terms under which a palace has them. A term that is not listed, a word's plain form beside its stem,
 * is in a palace only where an identifier is spelt like that.
 */
export const askedWords = (words: string, analyser: Analyser): ReadonlyMap<string, AskedWord> => {
  const asked = new Map<string, AskedWord>();
  const add = (term: string, word: string, isName: boolean): void => {
    asked.set(term, { word, isName: isName || asked.get(term)?.isName === true });
  };
  analyser.scan(words, ({ terms: [term], plain, kind, parts }, start, end) => {
    if (term === undefined || kind === 'closing') return;
    add(term, plain, isCapitalised(words.slice(start, end)));
    if (kind === 'identifier') for (const part of parts) add(part.term, plain.slice(part.start, part.end), false);
  });
  return asked;
};
