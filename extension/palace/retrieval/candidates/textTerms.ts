import { RecentlyUsed } from '../../../base/recentlyUsed.ts';
import type { Analyser } from '../../lexical/text/analysis.ts';
import { sentencesOf } from '../../lexical/text/sentenceRanges.ts';
import { eachTerm } from '../../lexical/text/sentenceTerms.ts';
import { timeMention } from './timeMention.ts';

/** Terms of a text in order, each with its word and sentence. */
interface TermPlaces {
  readonly terms: readonly string[];
  /** Ordinal of the term's word in the text. */
  readonly positions: Uint32Array;
  /** Ordinal of the term's sentence in the text. */
  readonly sentence: Uint32Array;
}

/** All terms of a text, for the evidence phases. */
export interface TextTerms extends TermPlaces {
  /** Finds these words alone. Absent unless the text is so long that all its terms would not be kept. */
  readonly among?: (words: ReadonlySet<string>) => TermPlaces;
  /** The first date or time in the text; null if there is none. */
  readonly timeMention: () => string | null;
}

/** Gives the terms of a text. */
export type TermsOf = (text: string) => TextTerms;

/** Where these words are in a text; other terms may be among them. */
export const placesAmong = (text: TextTerms, words: ReadonlySet<string>): TermPlaces =>
  text.among?.(words) ?? text;

/**
 * `textTerms`, keeping those of the texts that were asked for last, up to `room` characters in all: someone who types a query
 * asks for nearly the same candidates with each key.
 */
export const cachedTextTerms = (analyser: Analyser, room = 1_000_000): TermsOf => {
  const known = new RecentlyUsed<string, TextTerms>(room);
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const terms = textTerms(text, analyser, text.length > room);
    known.set(text, terms, text.length);
    return terms;
  };
};

/** Nothing is computed before somebody asks: most phases look at few of a search's candidates. */
export const textTerms = (text: string, analyser: Analyser, isLong = false): TextTerms => {
  const all = placesIn(text, analyser);
  return {
    get terms() {
      return all.terms;
    },
    get positions() {
      return all.positions;
    },
    get sentence() {
      return all.sentence;
    },
    timeMention: () => timeMention(text),
    ...(isLong ? { among: lastAsked((words) => placesIn(text, analyser, words)) } : {}),
  };
};

/** Keeps the answer for the words that were asked for last: each phase of a search asks for the same. */
const lastAsked = (find: (words: ReadonlySet<string>) => TermPlaces): NonNullable<TextTerms['among']> => {
  let [asked, found]: [string, TermPlaces | undefined] = ['', undefined];
  return (words) => {
    const wanted = [...words].sort().join(' ');
    if (found === undefined || asked !== wanted) [asked, found] = [wanted, find(words)];
    return found;
  };
};

/** The places of all terms of a text, or of some words alone. */
const placesIn = (text: string, analyser: Analyser, words?: ReadonlySet<string>): TermPlaces => {
  let placed: PlacedTerms | undefined;
  let sentence: Uint32Array | undefined;
  const inOrder = (): PlacedTerms => (placed ??= placedTerms(text, analyser, words));
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
  };
};

interface PlacedTerms extends Pick<TermPlaces, 'terms' | 'positions'> {
  /** Where each term begins in the text. */
  readonly starts: Uint32Array;
}

const placedTerms = (text: string, analyser: Analyser, words?: ReadonlySet<string>): PlacedTerms => {
  const terms: string[] = [];
  const positions: number[] = [];
  const starts: number[] = [];
  eachTerm(text, analyser, (term, start, _, position) => {
    if (words?.has(term) === false) return;
    terms.push(term);
    positions.push(position);
    starts.push(start);
  });
  return { terms, positions: Uint32Array.from(positions), starts: Uint32Array.from(starts) };
};

const sentenceOrdinals = (text: string, starts: Uint32Array): Uint32Array => {
  if (starts.length === 0) return starts;
  const sentences = sentencesOf(text);
  let at = 0;
  return starts.map((start) => {
    while ((sentences[at + 1]?.start ?? Infinity) <= start) at++;
    return at;
  });
};
