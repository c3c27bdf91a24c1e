import type { Analyser } from '../../lexical/text/analysis.ts';

/** A drawer that was opened after an earlier, similar search. */
interface ExpansionSource {
  readonly text: string;
  readonly room: string;
}

/** Words come from this many characters at the drawer's start, which usually says what it is about. */
const head = 240;
/** Words in more than this share of the palace are uninformative; a few drawers are never too many. */
const tooCommon = 0.1;
const few = 3;

interface WordCounts {
  /** Drawers of the palace that hold a stem. */
  readonly holding: (stem: string) => number;
  readonly drawers: number;
}

/**
 * The words that most of the sources share, then the rarer ones, then in alphabetical order. At most `limit`;
 * none that the query already has in any form, and none that occurs everywhere.
 */
export const expansionTerms = (
  query: string,
  sources: readonly ExpansionSource[],
  limit: number,
  analyser: Analyser,
  { holding, drawers }: WordCounts,
): string[] => {
  const known = new Set(analyser.terms(query));
  const found = new Map<string, { word: string; count: number }>();
  for (const { text, room } of sources) {
    const here = new Set<string>();
    const words = `${text.slice(0, head)} ${room}`;
    analyser.scan(words, ({ terms: [stem] }, start, end) => {
      const word = words.slice(start, end).toLowerCase();
      if (stem === undefined || word.length < 3 || /^\d+$/u.test(word) || known.has(stem) || here.has(stem))
        return;
      here.add(stem);
      const entry = found.get(stem) ?? { word, count: 0 };
      found.set(stem, { word: entry.word, count: entry.count + 1 });
    });
  }
  return [...found]
    .map(([stem, entry]) => ({ ...entry, df: holding(stem) }))
    .filter(({ df }) => df <= Math.max(few, tooCommon * drawers))
    .sort((a, b) => b.count - a.count || a.df - b.df || (a.word < b.word ? -1 : 1))
    .slice(0, limit)
    .map(({ word }) => word);
};
