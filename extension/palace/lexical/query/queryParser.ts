import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { isSentence, queryPieces } from '../../model/query/querySyntax.ts';
import { queryFilter, type FieldCondition } from './queryFilter.ts';

/** Longest query, in characters. */
export const maxQueryLength = 10_000;

/** Most different phrases, excluded words and excluded phrases of a query. */
const maxQueryConditions = 50;

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

const letterOrDigit = /[\p{L}\p{N}]/u;

const singleSpaced = (parts: readonly string[]): string =>
  parts
    .join(' ')
    .split(/\s+/)
    .filter((part) => part !== '')
    .join(' ');

/**
 * Parses a query: "phrases", `-excluded`, `wing:`, `room:`, `type:`, `tier:`, `kind:`, `tag:`, `before:`, `after:` (UTC;
 * `before` exclusive, `after` inclusive) and `path:`. Lists take commas or repetition and mean OR. Everything else is
 * ordinary text: unknown fields, URLs, a field name without a value, hyphens inside words, and `-` before a digit, another
 * hyphen or a single letter, since those are numbers and command-line flags. In a sentence (more than four free words) a
 * quoted phrase only quotes: its words count, but it is no condition, and `-vv` is a flag. A query of filters alone has an
 * empty `text`. Throws E_QUERY_EMPTY, E_QUERY_TOO_LONG, E_QUERY_FIELD.
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
  for (const piece of queryPieces(query)) {
    if (piece.kind === 'field') {
      if (piece.negated)
        throw new PalaceError(
          'E_QUERY_FIELD',
          errorText`${query.slice(piece.start, piece.end)} in the query: ${piece.field}: can't be excluded, only words and phrases can.`,
        );
      conditions.push(piece);
    } else if (piece.kind === 'phrase' || piece.kind === 'excludedPhrase') {
      const content = singleSpaced([piece.content]);
      const isWritten = letterOrDigit.test(content);
      if (piece.kind === 'phrase') pieces.push({ kind: isWritten ? 'phrase' : 'symbols', content });
      else if (isWritten) excludedPhrases.push(content);
    } else pieces.push({ kind: piece.kind, content: piece.content });
  }
  return bounded({ ...sorted(pieces), excludedPhrases, filter: queryFilter(conditions) });
};

/** Each condition once, and no more of them than a search can look for in texts. */
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

const longestFlag = 3;

const sorted = (pieces: readonly Piece[]): Pick<ParsedQuery, 'text' | 'words' | 'phrases' | 'excluded'> => {
  const read = isSentence(pieces)
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
