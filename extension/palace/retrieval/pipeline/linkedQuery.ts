import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { sumOfCounts, type LexicalCounts } from '../../lexical/lexicalScores.ts';
import type { LinkedCounts, LinkedSession } from '../query/linkedSession.ts';

/** A query that linked palaces answer too: what all palaces together know of its words. */
export interface LinkedQuery {
  readonly session: LinkedSession;
  readonly palaces: readonly LinkedCounts[];
  readonly terms: readonly string[];
  /** Of this palace and the linked ones together. */
  readonly counts: LexicalCounts;
}

/** Every term that scoring a text's words may ask for. */
const termsOf = (words: string, { analyser }: LexicalIndex): string[] => {
  const terms = new Set(lexicalQuery(analyser, words).terms.map(({ term }) => term));
  analyser.scan(words, ({ terms: [term] }) => {
    if (term !== undefined) terms.add(term);
  });
  return [...terms];
};

/** Asks the linked palaces for what they know of the words. Null if none takes part. */
export const linkedQuery = async (
  session: LinkedSession,
  words: string,
  index: LexicalIndex,
): Promise<LinkedQuery | null> => {
  const terms = termsOf(words, index);
  const palaces = await session.counts(words, terms);
  if (palaces.length === 0) return null;
  const own = index.counts(terms);
  const all = palaces.map(({ lexical }) => lexical);
  return {
    session,
    palaces,
    terms,
    counts: {
      text: sumOfCounts([own.text, ...all.map(({ text }) => text)]),
      names: sumOfCounts([own.names, ...all.map(({ names }) => names)]),
      paths: sumOfCounts([own.paths, ...all.map(({ paths }) => paths)]),
    },
  };
};

/** Whether a linked palace has the term in a text. */
export const isElsewhere = (linked: LinkedQuery | null, term: string): boolean =>
  linked?.palaces.some(
    ({ lexical, inScopeHolding }) =>
      (lexical.text.frequencies.get(term) ?? 0) > 0 || (inScopeHolding.get(term) ?? 0) > 0,
  ) === true;

/** The drawers per wing of this palace and the linked ones. */
export const wingCountsOfAll = (
  own: Readonly<Record<string, number>>,
  linked: LinkedQuery | null,
): Record<string, number> => {
  const counts = new Map(Object.entries(own));
  for (const { wingCounts } of linked?.palaces ?? [])
    for (const [wing, count] of Object.entries(wingCounts)) counts.set(wing, (counts.get(wing) ?? 0) + count);
  return Object.fromEntries(counts);
};
