import { isCapitalised } from '../lexical/text/word.ts';
import type { Analyser } from '../lexical/text/analysis.ts';

/** Words of a query that the server is asked about. */
export const mostWords = 64;

/** A query's word as sent to the server. */
interface AskedWord {
  /** As written: the server stems it itself, and would find nothing by our stem. */
  readonly word: string;
  /** Whether it is written like a name. */
  readonly isName: boolean;
}

/**
 * The words of a query, by the terms under which a palace indexes them. A term that is not listed (a word's plain
 * form beside its stem) is in a palace only where an identifier is spelt like that.
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
