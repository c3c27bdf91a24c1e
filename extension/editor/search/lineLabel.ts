import { bestLine } from '../../base/bestLine.ts';

const longest = 140;

const clip = (line: string): string =>
  line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;

/** A line without its markup: a heading's `#`, a list's or comment's marks, quotation marks of a docstring. */
const withoutMarks = (line: string): string => {
  const plain = line
    .replace(/^(?:(?:#{1,6}|\/\/+|\/\*+|\*+|[-+>]|--+|<!--)\s+|"{3}|'{3})/, '')
    .replace(/\s*(?:\*\/|-->|"{3}|'{3})$/, '')
    .trim();
  return plain === '' ? line : plain;
};

/** A text's best line for the terms, as a label: without markup, clipped. */
export const lineLabel = (text: string, terms: readonly string[]): string =>
  clip(withoutMarks(bestLine(text, terms)));

/** Text that the editor's labels show unchanged; `$(name)` would otherwise become an icon. */
export const plainLabel = (text: string): string => text.replace(/\$\(/g, '$\u200b(');
