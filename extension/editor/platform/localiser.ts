/**
 * How texts reach people: the display language's translation and its numbers. Passed to everything that words
 * texts.
 */
export interface Localiser {
  /** The translation of an English text with `{0}`, `{1}`… filled in. */
  t(message: string, ...values: (string | number | boolean)[]): string;
  /** A count with the language's digit grouping. */
  count(value: number): string;
  /** A number with the given decimals, and the language's separator before them. */
  decimal(value: number, digits: number): string;
  /** An ISO time as the language writes a date. */
  date(iso: string): string;
  /** An ISO time as the language writes a date with its time of day. */
  time(iso: string): string;
}

/** Bytes as a person reads them, in powers of 1,000. */
export const byteSize = (bytes: number, localiser: Localiser): string => {
  if (bytes < 1000) return localiser.t('{0} B', bytes);
  if (bytes < 1_000_000) return localiser.t('{0} kB', localiser.decimal(bytes / 1000, 1));
  if (bytes < 1_000_000_000) return localiser.t('{0} MB', localiser.decimal(bytes / 1_000_000, 1));
  return localiser.t('{0} GB', localiser.decimal(bytes / 1_000_000_000, 2));
};

/** A number as a language (a BCP 47 tag) writes it, with the given decimals. */
export const decimalIn = (language: string, value: number, digits: number): string =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
