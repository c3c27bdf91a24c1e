import { cutText } from '../quoting/tokenBudget.ts';

/** Free text from the palace. Agents get it only as quoted data. */
export interface PalaceText {
  readonly palaceText: string;
}
export const palaceText = (text: string): PalaceText => ({ palaceText: text });

/** Maximum tokens of a short text, such as a label: a single line can have any length. */
const shortTokens = 75;
/** Free text that only needs to be recognised; a long one is cut and marked. */
export const shortText = (text: string): PalaceText =>
  palaceText(cutText(text, shortTokens, 'the drawer has the rest').text);

/** A JSON value that may contain free text. Undefined fields are left out. */
export type AnswerValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | PalaceText
  | readonly AnswerValue[]
  | { readonly [name: string]: AnswerValue };
export type Fields = Readonly<Record<string, AnswerValue>>;

export const isPalaceText = (value: AnswerValue): value is PalaceText =>
  typeof value === 'object' && value !== null && 'palaceText' in value && typeof value.palaceText === 'string';

/** The value with `replace` applied to each free text, `name` to each other one, and without undefined fields. */
export const mapTexts = (
  value: AnswerValue,
  replace: (text: string) => string,
  name: (text: string) => string = (text) => text,
): unknown => {
  if (isPalaceText(value)) return replace(value.palaceText);
  if (typeof value === 'string') return name(value);
  if (isList(value)) return value.map((item) => mapTexts(item, replace, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, field]) =>
        field === undefined ? [] : [[key, mapTexts(field, replace, name)]],
      ),
    );
  return value;
};
const isList = (value: AnswerValue): value is readonly AnswerValue[] => Array.isArray(value);

/** The value as plain JSON, free texts as strings. */
export const plain = (value: AnswerValue): unknown => mapTexts(value, (text) => text);
