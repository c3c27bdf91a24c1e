import type { DrawerId } from '../../model/drawer/ids.ts';
import type { ClosetLine } from '../../model/drawer/closetLine.ts';
import { defaultLimits, type ClosetLimits } from '../miningLimits.ts';
import { quotesOf } from './closetQuotes.ts';
import { topicsOf } from './closetTopics.ts';
import { windowWords, type TextWindow, type WindowWords } from './windowWords.ts';

/** Size in characters of the window in which a source is analysed, unless the palace's settings say otherwise. */
export const CLOSET_EXTRACT_WINDOW = defaultLimits.closet_window;
const mostPointers = 5;

/** A drawer of the source, in source order. */
export interface ClosetDrawer {
  readonly id: DrawerId;
  readonly text: string;
}

/**
 * The topics of one source's drawers, as lines that point to the drawers. Windows of {@link CLOSET_EXTRACT_WINDOW}
 * characters cover the whole source. By default each window gives at most 12 topics and 3 quotes, and each line has at
 * most 5 entities. A source that yields nothing gets one line with its name. Deterministic: the same drawers give the same
 * lines.
 */
export const buildClosetLines = (
  drawers: readonly ClosetDrawer[],
  name: string,
  hasHeadings: boolean,
  limits: ClosetLimits = defaultLimits,
): ClosetLine[] => {
  const windows = windowsOf(drawers, limits.closet_window);
  const inChunks = new Map<string, number>();
  for (const { words } of windows)
    for (const [phrase, { chunks }] of words.phrases)
      inChunks.set(phrase, (inChunks.get(phrase) ?? 0) + chunks.length);
  const idf = (phrase: string): number => Math.log(1 + drawers.length / (inChunks.get(phrase) ?? 1));
  const ids = (places: readonly number[]): DrawerId[] => [
    ...new Set(places.slice(0, mostPointers).flatMap((place) => drawers[place]?.id ?? [])),
  ];
  const lines = windows.flatMap((window) => {
    const entities = entitiesNear(window.words, limits.closet_entities);
    const topics = topicsOf(window, { hasHeadings, idf, most: limits.closet_topics });
    return [
      ...topics.map(({ text, chunks: places }): ClosetLine => ({
        topic: text,
        entities: entities(places, text),
        drawerIds: ids(places),
      })),
      ...quotesOf(window, limits.closet_quotes).map(({ text, chunk }): ClosetLine => ({
        topic: `"${text}"`,
        entities: entities([chunk], ''),
        drawerIds: ids([chunk]),
      })),
    ];
  });
  return lines.length > 0 || drawers.length === 0
    ? lines
    : [{ topic: name, entities: [], drawerIds: ids(drawers.map((_, i) => i)) }];
};

/** Groups complete drawers while they fit; a drawer longer than a window is split. */
const windowsOf = (drawers: readonly ClosetDrawer[], size: number): TextWindow[] => {
  const windows: TextWindow[] = [];
  let chunks: ClosetDrawer[] = [];
  let first = 0;
  let length = 0;
  const close = (): void => {
    if (chunks.length > 0) windows.push({ chunks, first, words: windowWords(chunks, first) });
    chunks = [];
    length = 0;
  };
  drawers.forEach((drawer, place) => {
    for (let at = 0; at < drawer.text.length; at += size) {
      const text = drawer.text.slice(at, at + size);
      // A window has at most one piece of a drawer, so an index in the window maps to an index in the source.
      if (length + text.length > size) close();
      if (chunks.length === 0) first = place;
      chunks.push({ id: drawer.id, text });
      length += text.length;
    }
  });
  close();
  return windows;
};

/** The entities that occur in the given chunks, those mentioned most often in the window first. */
const entitiesNear = (
  { entities }: WindowWords,
  most: number,
): ((chunks: readonly number[], besides: string) => string[]) => {
  const ranked = [...entities.values()].sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  return (chunks, besides) => {
    const near: string[] = [];
    for (const { text, chunks: places } of ranked) {
      if (near.length === most) break;
      if (text !== besides && places.some((place) => chunks.includes(place))) near.push(text);
    }
    return near;
  };
};
