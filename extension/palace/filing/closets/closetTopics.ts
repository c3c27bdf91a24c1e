import { headingText } from '../headingText.ts';
import { entityStopList } from './entityStopList.ts';
import type { Chunk, Mention, TextWindow } from './windowWords.ts';

interface Topic {
  readonly text: string;
  /** Indices of the chunks that contain it. */
  readonly chunks: readonly number[];
}

const heading = /^ {0,3}#{1,6}[ \t]+(?![ \t])(.+)$/gmu;
/**
 * Weights: a pair of words says more than one word, an identifier more than a plain word, a common programming word
 * little.
 */
const [pairWorth, identifierWorth, commonWorth] = [1.6, 1.5, 0.3] as const;

interface TopicChoice {
  /** `#` begins a heading in this source. */
  readonly hasHeadings: boolean;
  /** Over the source's drawers. */
  readonly idf: (phrase: string) => number;
  readonly most: number;
}

/**
 * What a window is about, at most `most` topics: its headings, then the words, identifiers and word pairs that it uses
 * more often than the rest of the source does (tf·idf).
 */
export const topicsOf = (
  { chunks, first, words: { phrases, entities } }: TextWindow,
  { hasHeadings, idf, most }: TopicChoice,
): Topic[] => {
  const topics: Topic[] = hasHeadings ? headingsOf(chunks, first) : [];
  const taken = new Set(topics.map(({ text }) => text.toLowerCase()));
  const worth = (phrase: string, { count, text }: Mention): number =>
    count *
    idf(phrase) *
    (phrase.includes(' ')
      ? pairWorth
      : entities.has(text)
        ? identifierWorth
        : entityStopList.has(phrase)
          ? commonWorth
          : 1);
  const ranked = [...phrases]
    .filter(([phrase, { count }]) => count > 1 || phrase.length > 9)
    .map(([phrase, mention]) => ({ phrase, mention, worth: worth(phrase, mention) }))
    .sort((a, b) => b.worth - a.worth || (a.phrase < b.phrase ? -1 : 1));
  for (const { phrase, mention } of ranked) {
    if (topics.length >= most) break;
    if ([...taken].some((known) => known.includes(phrase))) continue;
    taken.add(phrase);
    topics.push({ text: mention.text, chunks: mention.chunks });
  }
  return topics.slice(0, most);
};

const headingsOf = (chunks: readonly Chunk[], first: number): Topic[] => {
  const found = new Map<string, number[]>();
  chunks.forEach(({ text }, i) => {
    for (const [, said = ''] of text.matchAll(heading)) {
      const title = headingText(said);
      const places = found.get(title) ?? [];
      if (places.at(-1) !== first + i) places.push(first + i);
      found.set(title, places);
    }
  });
  return [...found].map(([text, chunks]) => ({ text, chunks }));
};
