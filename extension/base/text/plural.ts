/**
 * Formats a whole number as `1,234`. By hand, because loading a language's rules for the first number takes 15
 * ms.
 */
export const groupedNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/gu, ',');

/** A count with its noun in English, as `1 drawer` or `1,234 drawers`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${groupedNumber(value)} ${value === 1 ? one : many}`;
