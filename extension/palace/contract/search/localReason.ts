import { plainReasons } from './plainReasons.ts';
import { legWords, reasonFrames, reasonTexts, reasonValues, typedTexts } from './reasonTexts.ts';

/** English text with `{0}`, `{1}`… → the same in the display language. */
type Translate = (text: string, ...values: string[]) => string;
/** A number with so many decimals as the display language writes it; without decimals, its digits in groups. */
type WriteNumber = (value: number, digits: number) => string;

/** What words a reason. */
interface Words {
  readonly t: Translate;
  readonly number: WriteNumber | undefined;
}

interface Pattern {
  readonly text: string;
  readonly form: RegExp;
}

const patternOf = (text: string): Pattern => ({
  text,
  form: new RegExp(
    `^${text
      .split(/\{\d+\}/u)
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&'))
      .join('(.+?)')}$`,
    'su',
  ),
});
/** Those with the most fixed characters first: “replaced by {0}: × {1}” says more than “{0}: × {1}”. */
const patternsOf = (texts: readonly string[]): readonly Pattern[] =>
  texts
    .toSorted((a, b) => b.replaceAll(/\{\d+\}/gu, '').length - a.replaceAll(/\{\d+\}/gu, '').length)
    .map(patternOf);

const reasons = patternsOf(reasonTexts);
const values = patternsOf(reasonValues);
const legs = new RegExp(`(?<![\\p{L}“])(?:${legWords.join('|')})(?= )`, 'gu');
const fusion: (typeof reasonTexts)[number] = 'relevance {0} ({1}) in place of the cosine';
const between = '; ';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const found = (text: string, patterns: readonly Pattern[]): { text: string; values: string[] } | null => {
  for (const { text: pattern, form } of patterns) {
    const match = form.exec(text);
    if (match !== null) return { text: pattern, values: match.slice(1) };
  }
  return null;
};

const numeral = /(?<![\p{L}\p{N}.,])-?(?:\d{1,3}(?:,\d{3})+|\d+\.\d+)(?![\p{L}\p{N}]|[.,]\d)/gu;
const isNumber = new RegExp(`^${numeral.source}$`, 'u');

/** The text with its numbers as the display language writes them: the engine writes 0.388 and 1,204. */
const numbered = (text: string, { number }: Words): string =>
  number === undefined
    ? text
    : text.replaceAll(numeral, (one) => number(Number(one.replaceAll(',', '')), one.split('.')[1]?.length ?? 0));

const value = (text: string, words: Words): string => {
  const known = found(text, values);
  if (known !== null) return words.t(known.text, ...known.values.map((each) => numbered(each, words)));
  return isNumber.test(text) ? numbered(text, words) : text;
};

/** Whether a pattern's value is a name: one in quotes, or any of a pattern of names. */
const isTyped = (pattern: string, place: number): boolean =>
  typedTexts.has(pattern) || pattern.includes(`“{${place}}”`) || pattern.includes(`'{${place}}'`);

/** A reason that is one pattern; null if it is none. */
const whole = (reason: string, words: Words): string | null => {
  const { t } = words;
  const known = found(reason, reasons);
  if (known === null) return null;
  if (known.text === fusion)
    return t(
      known.text,
      ...known.values.map((each) =>
        numbered(
          each.replaceAll(legs, (name) => t(name)),
          words,
        ),
      ),
    );
  if (!reasonFrames.has(known.text))
    return t(
      plainReasons.get(known.text) ?? known.text,
      ...known.values.map((each, place) => (isTyped(known.text, place) ? each : value(each, words))),
    );
  return t(
    known.text,
    ...known.values.map((each, place) => {
      if (isTyped(known.text, place) && place < known.values.length - 1) return each;
      const inner = parts(each, words);
      if (inner !== null) return inner;
      const sentence = parts(lowered(each), words);
      if (sentence !== null) return capitalised(sentence);
      const said = value(each, words);
      return said === each ? t(each) : said;
    }),
  );
};

/** A reason that is one pattern or several in a row; null if one of them is unknown. */
const parts = (reason: string, words: Words): string | null => {
  const one = whole(reason, words);
  if (one !== null) return one;
  const several = reason.split(between).map((part) => whole(part, words));
  return several.length > 1 && several.every((part) => part !== null) ? several.join(between) : null;
};

/** Longer ones are left alone: a title or a path in them is no reason to search long. */
const longest = 1_000;

/**
 * A reason, or what would bring a drawer in, in the display language; translated as a whole if it is of no known form. Names stay as
 * they are; numbers do without `number`.
 */
export const localReason = (reason: string, t: Translate, number?: WriteNumber): string =>
  (reason.length > longest ? null : parts(reason, { t, number })) ?? t(reason);
