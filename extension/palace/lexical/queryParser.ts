import type { DrawerFilter } from '../model/drawerFilter.ts';
import { errorText } from '../model/errorText.ts';
import { PalaceError } from '../model/palaceError.ts';
import { queryFields, queryFilter, type FieldCondition } from './queryFilter.ts';

/** Longest query, in characters. */
export const maxQueryLength = 10_000;

/** Most different phrases, excluded words and excluded phrases of a query. */
export const maxQueryConditions = 50;

/** A parsed query. */
export interface ParsedQuery {
  /** The query without operators and quotes, with single spaces: this is what is embedded. */
  readonly text: string;
  /** `text` without the phrases. */
  readonly words: string;
  /** A drawer must contain each of them: {@link containsPhrase}. */
  readonly phrases: readonly string[];
  /** Words that a drawer must not contain. */
  readonly excluded: readonly string[];
  readonly excludedPhrases: readonly string[];
  readonly filter: DrawerFilter;
}

interface Piece {
  readonly kind: 'word' | 'phrase' | 'symbols' | 'excluded';
  readonly content: string;
}

const closingQuote: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“' };
const space = /\s/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const wordStart = /^[\p{L}_]/u;
const fieldStart = new RegExp(`^(-?)(${queryFields.join('|')}):`);

/** The quoted text at `at` and the offset after it. Undefined if no quote opens there or it is not closed. */
const quoted = (query: string, at: number): { readonly content: string; readonly end: number } | undefined => {
  const close = closingQuote[query.charAt(at)];
  if (close === undefined) return undefined;
  const end = query.indexOf(close, at + 1);
  return end === -1 ? undefined : { content: query.slice(at + 1, end), end: end + 1 };
};

const wordEnd = (query: string, at: number): number => {
  const length = query.slice(at).search(space);
  return length === -1 ? query.length : at + length;
};

/** The values after `field:`, quoted or bare, separated by commas. */
const fieldValues = (
  query: string,
  start: number,
  isList: boolean,
): { readonly values: string[]; readonly end: number } => {
  const values: string[] = [];
  let at = start;
  for (;;) {
    const quote = quoted(query, at);
    if (quote !== undefined) {
      values.push(quote.content.trim());
      at = quote.end;
    } else {
      const end = wordEnd(query, at);
      const comma = isList ? query.indexOf(',', at) : -1;
      const stop = comma === -1 || comma > end ? end : comma;
      values.push(query.slice(at, stop));
      at = stop;
    }
    if (!isList || query.charAt(at) !== ',') return { values, end: at };
    at += 1;
  }
};

const singleSpaced = (parts: readonly string[]): string =>
  parts
    .join(' ')
    .split(/\s+/)
    .filter((part) => part !== '')
    .join(' ');

/**
 * Parses a query: "phrases", `-excluded`, `wing:`, `room:`, `type:`, `tier:`, `kind:`, `tag:`, `before:`, `after:` (UTC; `before` exclusive,
 * `after` inclusive) and `path:`. Lists take commas or repetition and mean OR. Everything else is ordinary text: unknown
 * fields, URLs, a field name without a value, hyphens inside words, and `-` before a digit, another hyphen or a single
 * letter, since those are numbers and command-line flags. In a sentence (more than four free words) a quoted phrase only
 * quotes: its words count, but it is no condition, and `-vv` is a flag. A query of filters alone has an empty `text`.
 * Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD.
 */
export const parseQuery = (query: string): ParsedQuery => {
  if (query.length > maxQueryLength) {
    throw new PalaceError(
      'E_QUERY_TOO_LONG',
      errorText`The query has ${query.length} characters; at most ${maxQueryLength} are allowed.`,
    );
  }
  if (query.trim() === '') throw new PalaceError('E_QUERY_EMPTY', 'The query is empty.');
  const pieces: Piece[] = [];
  const excludedPhrases: string[] = [];
  const conditions: FieldCondition[] = [];
  let at = 0;
  while (at < query.length) {
    if (space.test(query.charAt(at))) {
      at += 1;
      continue;
    }
    const phrase = quoted(query, at);
    if (phrase !== undefined) {
      const content = singleSpaced([phrase.content]);
      pieces.push({ kind: letterOrDigit.test(content) ? 'phrase' : 'symbols', content });
      at = phrase.end;
      continue;
    }
    const end = wordEnd(query, at);
    const word = query.slice(at, end);
    const field = fieldStart.exec(word);
    if (field !== null && field[0].length < word.length) {
      const name = queryFields.find((candidate) => candidate === field[2]);
      if (name !== undefined) {
        if (field[1] === '-') {
          throw new PalaceError(
            'E_QUERY_FIELD',
            errorText`${word} in the query: ${name}: can't be excluded, only words and phrases can.`,
          );
        }
        const { values, end: behind } = fieldValues(query, at + field[0].length, name !== 'path');
        conditions.push({ field: name, values });
        at = behind;
        continue;
      }
    }
    const excludedPhrase = word.startsWith('-') ? quoted(query, at + 1) : undefined;
    if (excludedPhrase !== undefined) {
      const content = singleSpaced([excludedPhrase.content]);
      if (letterOrDigit.test(content)) excludedPhrases.push(content);
      at = excludedPhrase.end;
      continue;
    }
    if (word.length > 2 && word.startsWith('-') && wordStart.test(word.slice(1, 3))) {
      pieces.push({ kind: 'excluded', content: word.slice(1) });
    } else pieces.push({ kind: 'word', content: word });
    at = end;
  }
  return bounded({ ...sorted(pieces), excludedPhrases, filter: queryFilter(conditions) });
};

/** Each condition once, and not more of them than a search can look for in texts. */
const bounded = (query: ParsedQuery): ParsedQuery => {
  const [phrases, excluded, excludedPhrases] = [query.phrases, query.excluded, query.excludedPhrases].map(
    (list) => [...new Map(list.map((each) => [each.toLowerCase(), each])).values()],
  ) as [string[], string[], string[]];
  const count = phrases.length + excluded.length + excludedPhrases.length;
  if (count > maxQueryConditions)
    throw new PalaceError(
      'E_QUERY_TOO_LONG',
      errorText`The query has ${count} different phrases and exclusions; at most ${maxQueryConditions} are allowed.`,
    );
  return { ...query, phrases, excluded, excludedPhrases };
};

/** A query with more free words than this is a sentence: quotes only quote, and `-vv` is a command-line flag. */
const mostKeywords = 4;
const longestFlag = 3;

const sorted = (pieces: readonly Piece[]): Pick<ParsedQuery, 'text' | 'words' | 'phrases' | 'excluded'> => {
  const isSentence = pieces.filter(({ kind }) => kind === 'word').length > mostKeywords;
  const read = isSentence
    ? pieces.map(({ kind, content }): Piece =>
        kind === 'phrase'
          ? { kind: 'word', content }
          : kind === 'excluded' && content.length <= longestFlag
            ? { kind: 'word', content: `-${content}` }
            : { kind, content },
      )
    : pieces;
  const of = (...kinds: Piece['kind'][]): string[] =>
    read.filter(({ kind }) => kinds.includes(kind)).map(({ content }) => content);
  return {
    text: singleSpaced(of('word', 'phrase', 'symbols')),
    words: singleSpaced(of('word')),
    phrases: of('phrase'),
    excluded: of('excluded'),
  };
};
