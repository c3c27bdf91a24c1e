import { months } from '../../palace/lexical/lexicalDocument.ts';

const names = months.map((month) => month.toLowerCase());

/** The `LIKE` pattern of the times that a word of a date is about: `2023`, `may` or `8`. Null for any other word. */
export const filedThen = (word: string): string | null => {
  if (/^[12]\d{3}$/.test(word)) return `${word}-%`;
  const month = names.indexOf(word.toLowerCase()) + 1;
  if (month > 0) return `____-${twoDigits(month)}-%`;
  return /^([1-9]|[12]\d|3[01])$/.test(word) ? `____-__-${twoDigits(Number(word))}T%` : null;
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');
