/** English text with `{0}`, `{1}`… → the same in the display language. */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** Marks a text in a table that is translated when it is shown, so that translators get it, too. */
export const translatable = (text: string): string => text;

/** Letters from right to left, and the marks that turn the text after them around. */
const turns =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text among others, set off from them by Unicode's isolates if it could change their order. */
export const isolated = (text: string): string => (turns.test(text) ? `\u2068${text}\u2069` : text);

/** Translates by a table from English; texts missing from the table stay English. */
export const translator =
  (table: Readonly<Record<string, string>>): Translate =>
  (text, ...values) =>
    (Object.hasOwn(table, text) ? (table[text] ?? text) : text).replace(/\{(\d+)\}/gu, (slot, index: string) =>
      isolated(String(values[Number(index)] ?? slot)),
    );
