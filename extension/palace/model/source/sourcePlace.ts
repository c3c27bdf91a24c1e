import { documentKindOf, type DocumentKind } from './documentKinds.ts';

/** 1-based, inclusive: lines of a text, pages of a PDF or DOCX, chapters of an EPUB, cells of a notebook. */
interface PlaceRange {
  readonly start: number;
  readonly end: number;
}

/** English text with `{0}` → the same in the display language. */
type Translate = (text: string, ...values: readonly string[]) => string;

const english: Translate = (text, ...values) =>
  text.replace(/\{(\d+)\}/g, (slot, index: string) => values[Number(index)] ?? slot);

const units: Readonly<Record<DocumentKind, { readonly one: string; readonly more: string }>> = {
  pdf: { one: ', page {0}', more: ', pages {0}' },
  docx: { one: ', page {0}', more: ', pages {0}' },
  epub: { one: ', chapter {0}', more: ', chapters {0}' },
  ipynb: { one: ', cell {0}', more: ', cells {0}' },
};

/** What may follow a file's name. Shown in the display language, so translators get them. */
export const placeTexts: readonly string[] = Object.values(units).flatMap(({ one, more }) => [one, more]);

/** Where in a file a drawer is, to follow the file's name: `:10–20`, `, page 3`; empty if that is not known. */
export const placeInSource = (file: string, lines: PlaceRange | null, t = english): string => {
  if (lines === null) return '';
  const isOne = lines.start === lines.end;
  const range = isOne ? `${lines.start}` : `${lines.start}–${lines.end}`;
  const kind = documentKindOf(file);
  if (kind === null) return `:${range}`;
  return t(isOne ? units[kind].one : units[kind].more, range);
};
