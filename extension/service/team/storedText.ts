/**
 * PostgreSQL can't store NUL or half of a surrogate pair in a text. These, and the mark itself, are written as U+0001 and four
 * hexadecimal digits; any other text is stored as it is.
 */
export const toStored = (text: string): string =>
  text.replace(/[\0\x01\ud800-\udfff]/gu, (unit) => `\x01${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const fromStored = (text: string): string =>
  text.replace(/\x01([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** A JSON value with `change` applied to every text in it, field names included. */
export const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), mapTexts(item, change)]));
};
