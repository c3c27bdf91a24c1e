/** Kinds of facts that a summary must keep or report as left out. */
export type FactKind = 'url' | 'date' | 'number' | 'identifier';

interface Fact {
  readonly kind: FactKind;
  /** As written in the text. */
  readonly fact: string;
  /** UTF-16 offsets in the text, half-open. */
  readonly start: number;
  readonly end: number;
}

const opening = /^[([{<"'“”‘’«`*_|]+/u;
const closing = /(?<![)\]}>"'“”‘’»`*_|.,;:!?…。，、！？])[)\]}>"'“”‘’»`*_|.,;:!?…。，、！？]+$/u;
/** Scripts without spaces between words, or with endings attached to numbers. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const latinRuns = /[A-Za-z0-9_#@$€£][\w.:/#@%+-]*|\p{Nd}[\p{Nd}.,:]*%?/gu;
const isoDate = /^\d{4}-\d{2}(?:-\d{2})?(?:[T ].*)?$|^\d{1,4}[./]\d{1,2}[./]\d{2,4}$|^\d{1,2}:\d{2}(?::\d{2})?$/u;
const number = /^[-+−±~≈<>≤≥=$€£¥]*\p{Nd}[\p{Nd}.,'’]*(?:%|‰|°)?$/u;
const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/iu;
/** Whether a word names a month. */
export const isMonth = (word: string): boolean => months.test(word);
const dayOrYear = /^\d{1,4}(?:st|nd|rd|th)?$/iu;
/** `e.g`, `i.e`, `a.m`: letters with points between them. The last point is already removed. */
const abbreviation = /^\p{L}(?:\.\p{L})+$/u;
const listMarker = /^\d{1,3}[.)]$/u;

interface Token {
  readonly word: string;
  /** Whether it is followed by `()`. */
  readonly isCall: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Every number, date, identifier (names in code, paths, hashes, versions, flags, addresses) and URL of a text, in
 * order, with repetitions. A date with a spelled month is given as one date, and its day and year again on their
 * own.
 */
export const factsOf = (text: string): Fact[] => {
  const words = tokensOf(text);
  const facts: Fact[] = [];
  words.forEach((word, i) => {
    const date = months.test(word.word)
      ? spelledDate(text, words[i - 1], word, words[i + 1], words[i + 2])
      : undefined;
    if (date !== undefined) facts.push({ kind: 'date', fact: text.slice(date.start, date.end), ...date });
    const kind = word.isCall ? 'identifier' : factKind(word.word);
    if (kind !== undefined) facts.push({ kind, fact: word.word, start: word.start, end: word.end });
  });
  return facts;
};

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (const { 0: raw, index } of text.matchAll(/\S+/gu)) {
    if (listMarker.test(raw) && /(?:^|\n)[^\S\n]*$/u.test(text.slice(Math.max(0, index - 40), index))) continue;
    const before = opening.exec(raw)?.[0].length ?? 0;
    const closed = raw.slice(before).replace(closing, '');
    const inner = closed.replace(/\($/u, '');
    if (inner === '') continue;
    const start = index + before;
    if (!spaceless.test(inner) || inner.includes('://'))
      tokens.push({ word: inner, isCall: inner !== closed, start, end: start + inner.length });
    else
      for (const { 0: run, index: at } of inner.matchAll(latinRuns)) {
        const word = run.replace(closing, '');
        tokens.push({ word, isCall: false, start: start + at, end: start + at + word.length });
      }
  }
  return tokens;
};

/** Which kind of fact a single word is, if any. */
export const factKind = (word: string): FactKind | undefined => {
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//iu.test(word)) return 'url';
  if (isoDate.test(word)) return 'date';
  if (number.test(word)) return 'number';
  return /\p{N}/u.test(word) || isCodeName(word) ? 'identifier' : undefined;
};

/**
 * Recognised by its form alone: `snake_case`, `camelCase`, `a/path`, `file.ts`, `a::b`, `--flag`, `me@here`,
 * `key=value`.
 */
const isCodeName = (word: string): boolean =>
  /[\p{L}]_[\p{L}]|\p{Ll}\p{Lu}|[\p{L}.~]\/[\p{L}.]|^\/\p{L}|\p{L}::\p{L}|\p{L}@\p{L}|^--?\p{L}[\p{L}-]+$|\p{L}=\S/u.test(
    word,
  ) ||
  (/\p{L}\.\p{L}/u.test(word) && !abbreviation.test(word));

/**
 * `11 March 2025`, `March 11, 2025`, `March 2025`: from the first number or the month to the last number. The
 * parts must be on one line, because a summary may keep one line without the next.
 */
const spelledDate = (
  text: string,
  before: Token | undefined,
  month: Token,
  next: Token | undefined,
  third: Token | undefined,
): Pick<Fact, 'start' | 'end'> | undefined => {
  const isNear = (a: Token, b: Token): boolean => /^[\p{Zs}\t,.]{1,3}$/u.test(text.slice(a.end, b.start));
  const first = before !== undefined && dayOrYear.test(before.word) && isNear(before, month) ? before : month;
  const second = next !== undefined && dayOrYear.test(next.word) && isNear(month, next) ? next : month;
  const last =
    second !== month &&
    first === month &&
    third !== undefined &&
    /^\d{4}$/u.test(third.word) &&
    isNear(second, third)
      ? third
      : second;
  return first === last ? undefined : { start: first.start, end: last.end };
};
