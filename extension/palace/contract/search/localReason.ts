import { legWords, reasonFrames, reasonTexts, reasonValues } from './reasonTexts.ts';

/** English text with `{0}`, `{1}`… → the same in the display language. */
type Translate = (text: string, ...values: string[]) => string;

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

const value = (text: string, t: Translate): string => {
  const known = found(text, values);
  return known === null ? text : t(known.text, ...known.values);
};

/** A reason that is one pattern; null if it is none. */
const whole = (reason: string, t: Translate): string | null => {
  const known = found(reason, reasons);
  if (known === null) return null;
  if (known.text === fusion)
    return t(known.text, ...known.values.map((each) => each.replaceAll(legs, (name) => t(name))));
  if (!reasonFrames.has(known.text)) return t(known.text, ...known.values.map((each) => value(each, t)));
  return t(
    known.text,
    ...known.values.map((each) => {
      const inner = parts(each, t);
      if (inner !== null) return inner;
      const sentence = parts(lowered(each), t);
      return sentence === null ? each : capitalised(sentence);
    }),
  );
};

/** A reason that is one pattern or several in a row; null if one of them is unknown. */
const parts = (reason: string, t: Translate): string | null => {
  const one = whole(reason, t);
  if (one !== null) return one;
  const several = reason.split(between).map((part) => whole(part, t));
  return several.length > 1 && several.every((part) => part !== null) ? several.join(between) : null;
};

/** Longer ones are left alone: a title or a path in them is no reason to search long. */
const longest = 1_000;

/**
 * A reason, or what would bring a drawer in, in the display language; translated as a whole if it is of no known form. Values stay as
 * they are.
 */
export const localReason = (reason: string, t: Translate): string =>
  (reason.length > longest ? null : parts(reason, t)) ?? t(reason);
