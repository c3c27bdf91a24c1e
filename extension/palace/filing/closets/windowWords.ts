import { stopWords } from '../../lexical/text/stopWords.ts';
import { entityStopList } from './entityStopList.ts';

/** Where a word or a phrase occurs in a window. */
export interface Mention {
  readonly text: string;
  count: number;
  /** Indices of the chunks that contain it, ascending, without duplicates. */
  readonly chunks: number[];
}

/** The entities and phrases of a window. */
export interface WindowWords {
  /** Names and identifiers. */
  readonly entities: ReadonlyMap<string, Mention>;
  /** Salient words and pairs of neighbouring words, keyed by their lower-case form. */
  readonly phrases: ReadonlyMap<string, Mention>;
}

export interface Chunk {
  readonly text: string;
}

/** A stretch of a source that is analysed as a whole. */
export interface TextWindow {
  readonly chunks: readonly Chunk[];
  /** Index of the first chunk in the source. */
  readonly first: number;
  readonly words: WindowWords;
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*(?:[’'-][\p{L}\p{N}]+)*/gu;
const identifier = /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|\$|[A-Za-z]\d|[A-Z]{2,}[a-z]/u;
const longest = 60;
/** Endings of words that begin sentences and are seldom names. */
const inflected = /(?:ing|ed|ly|tions?|ness|able|ful|less)$/u;

/**
 * Finds the words and phrases of a window's chunks in one pass. `first` is the index of the first chunk in its source.
 */
export const windowWords = (chunks: readonly Chunk[], first: number): WindowWords => {
  const entities = new Map<string, Mention>();
  const phrases = new Map<string, Mention>();
  const starters = new Map<string, Mention>();
  chunks.forEach(({ text }, i) => {
    const at = first + i;
    let before: { readonly lower: string; readonly text: string; readonly end: number } | null = null;
    let name: { text: string; end: number; starts: boolean; words: number } | null = null;
    const endName = (): void => {
      if (name !== null) mention(name.starts && name.words === 1 ? starters : entities, name.text, name.text, at);
      name = null;
    };
    for (const match of text.matchAll(word)) {
      const [found] = match;
      const lower = found.toLowerCase();
      const start = match.index;
      const end = start + found.length;
      if (found.length <= longest && identifier.test(found)) {
        endName();
        mention(entities, found, found, at);
        mention(phrases, lower, found, at);
        before = null;
        continue;
      }
      const isName = /^\p{Lu}\p{Ll}/u.test(found) && !entityStopList.has(lower);
      if (isName && name !== null && text.slice(name.end, start) === ' ' && name.words < 4)
        name = { text: `${name.text} ${found}`, end, starts: name.starts, words: name.words + 1 };
      else {
        endName();
        if (isName) name = { text: found, end, starts: beginsSentence(text, start), words: 1 };
      }
      if (stopWords.has(lower) || found.length < 3 || found.length > longest) {
        before = null;
        continue;
      }
      mention(phrases, lower, found, at);
      if (before !== null && text.slice(before.end, start) === ' ')
        mention(phrases, `${before.lower} ${lower}`, `${before.text} ${found}`, at);
      before = { lower, text: found, end };
    }
    endName();
  });
  // A word that begins a sentence is a name if it is a name elsewhere too, or never occurs in lower case.
  for (const [text, { count, chunks: places }] of starters) {
    const known = entities.get(text);
    if (known !== undefined) known.count += count;
    else if (phrases.get(text.toLowerCase())?.count === count && !inflected.test(text))
      entities.set(text, { text, count, chunks: places });
  }
  return { entities, phrases };
};

const beginsSentence = (text: string, start: number): boolean => {
  for (let i = start - 1; i >= 0; i--) {
    const code = text[i];
    if (
      code === ' ' ||
      code === '\t' ||
      code === '"' ||
      code === '“' ||
      code === '(' ||
      code === '*' ||
      code === '#' ||
      code === '-' ||
      code === '>'
    )
      continue;
    return code === '.' || code === '!' || code === '?' || code === '\n' || code === ':' || code === '\r';
  }
  return true;
};

const mention = (map: Map<string, Mention>, key: string, text: string, chunk: number): void => {
  const known = map.get(key);
  if (known === undefined) map.set(key, { text, count: 1, chunks: [chunk] });
  else {
    known.count++;
    if (known.chunks.at(-1) !== chunk) known.chunks.push(chunk);
  }
};
