/** The names of conditions. */
export const queryFields = [
  'wing',
  'room',
  'type',
  'tier',
  'kind',
  'tag',
  'before',
  'after',
  'path',
  'palace',
] as const;
export type QueryField = (typeof queryFields)[number];

/** A place in a query's text: [start, end), in characters. */
export interface QuerySpan {
  readonly start: number;
  readonly end: number;
}

/** The pieces of a query, each with its place. Contents are as written, without quotes and the leading minus. */
export type QueryPiece = QuerySpan &
  (
    | { readonly kind: 'word' | 'phrase' | 'excluded' | 'excludedPhrase'; readonly content: string }
    | {
        readonly kind: 'field';
        readonly field: QueryField;
        /** The members of a comma list; for `path`, a single one, which may contain commas. */
        readonly values: readonly string[];
        /** It has a leading minus, which fields may not have. */
        readonly negated: boolean;
      }
  );

const closingQuote: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“' };
const space = /\s/;
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

const fieldAt = (query: string, at: number, word: string): QueryPiece | null => {
  const [start, minus, name] = fieldStart.exec(word) ?? [];
  const field = queryFields.find((candidate) => candidate === name);
  if (start === undefined || field === undefined || start.length === word.length) return null;
  return {
    kind: 'field',
    field,
    negated: minus === '-',
    start: at,
    ...fieldValues(query, at + start.length, field !== 'path'),
  };
};

const pieceAt = (query: string, at: number): QueryPiece => {
  const phrase = quoted(query, at);
  if (phrase !== undefined) return { kind: 'phrase', start: at, ...phrase };
  const end = wordEnd(query, at);
  const word = query.slice(at, end);
  const field = fieldAt(query, at, word);
  if (field !== null) return field;
  const excluded = word.startsWith('-') ? quoted(query, at + 1) : undefined;
  if (excluded !== undefined) return { kind: 'excludedPhrase', start: at, ...excluded };
  return word.length > 2 && word.startsWith('-') && wordStart.test(word.slice(1, 3))
    ? { kind: 'excluded', content: word.slice(1), start: at, end }
    : { kind: 'word', content: word, start: at, end };
};

/** A query with more free words than this is a sentence: quotes only quote, and `-vv` is a command-line flag. */
const mostKeywords = 4;

/** Whether so many pieces are free words that the query reads as a sentence. */
export const isSentence = (pieces: readonly { readonly kind: string }[]): boolean =>
  pieces.filter(({ kind }) => kind === 'word').length > mostKeywords;

/** The pieces of a query that are conditions; a phrase in a sentence is not. */
export const queryConditions = (query: string): readonly QueryPiece[] => {
  const pieces = queryPieces(query);
  const only = isSentence(pieces) ? ['word', 'phrase'] : ['word'];
  return pieces.filter(({ kind }) => !only.includes(kind));
};

/**
 * Takes a query apart: "phrases", `-excluded`, `field:value`, words. A field name without a value and an unknown field are
 * words, and so is `-` before a digit, another hyphen or a single letter, since those are numbers or
 * command-line flags.
 */
export const queryPieces = (query: string): readonly QueryPiece[] => {
  const pieces: QueryPiece[] = [];
  let at = 0;
  while (at < query.length) {
    if (space.test(query.charAt(at))) {
      at += 1;
      continue;
    }
    const piece = pieceAt(query, at);
    pieces.push(piece);
    at = piece.end;
  }
  return pieces;
};
