/** English text with `{0}`, `{1}`… → the same in the display language. */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** Marks a text that stands in a table and is translated where it is shown: translators get it, too. */
export const translatable = (text: string): string => text;

/** Translates by a table from English; what the table lacks stays English. */
export const translator =
  (table: Readonly<Record<string, string>>): Translate =>
  (text, ...values) =>
    (Object.hasOwn(table, text) ? (table[text] ?? text) : text).replace(/\{(\d+)\}/gu, (slot, index: string) =>
      String(values[Number(index)] ?? slot),
    );
