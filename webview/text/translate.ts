/** English text with `{0}`, `{1}`… → the same in the display language. */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** Marks a text in a table that is translated when it is shown, so that translators get it, too. */
export const translatable = (text: string): string => text;

/** Translates by a table from English; texts missing from the table stay English. */
export const translator =
  (table: Readonly<Record<string, string>>): Translate =>
  (text, ...values) =>
    (Object.hasOwn(table, text) ? (table[text] ?? text) : text).replace(/\{(\d+)\}/gu, (slot, index: string) =>
      String(values[Number(index)] ?? slot),
    );
