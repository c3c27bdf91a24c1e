import { contentHash } from '../../model/drawer/drawer.ts';

/**
 * A drawer as a Markdown file: fields as YAML front matter, each value a JSON text on one line (which is also YAML),
 * then the drawer's text unchanged up to the file's last byte. No field's line can equal the delimiter, and nothing is
 * parsed after the second delimiter, so any text survives.
 */
export const markdownOf = (fields: Readonly<Record<string, unknown>>, text: string): string =>
  `${delimiter}\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${oneLine(value)}\n`)
    .join('')}${delimiter}\n${text}`;

const delimiter = '---';

/** JSON on one line for every reader. YAML and JavaScript have line breaks that JSON does not escape. */
const oneLine = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

type ParsedMarkdown =
  { readonly fields: Readonly<Record<string, unknown>>; readonly text: string } | { readonly problem: string };

/** Parses the output of {@link markdownOf}. `problem` says why a text is something else. */
export const parseMarkdown = (markdown: string): ParsedMarkdown => {
  const fields: [string, unknown][] = [];
  // Some editors begin a file with a byte order mark.
  const first = markdown.startsWith('\ufeff') ? 1 : 0;
  let start = lineEnd(markdown, first);
  if (lineAt(markdown, first, start) !== delimiter) return { problem: 'it has no front matter' };
  for (let number = 2; ; number++) {
    if (start >= markdown.length) return { problem: 'its front matter has no end' };
    const end = lineEnd(markdown, start);
    const line = lineAt(markdown, start, end);
    start = end;
    if (line === delimiter) break;
    const [, key, json] = /^([a-z_]+): (.*)$/s.exec(line) ?? [];
    if (key === undefined || json === undefined)
      return { problem: `line ${number} of its front matter is not a field` };
    try {
      fields.push([key, JSON.parse(json)]);
    } catch {
      return { problem: `the value of ${key} is not JSON` };
    }
  }
  const known = Object.fromEntries(fields);
  return { fields: known, text: asExported(markdown.slice(start), known['content_hash']) };
};

/** Offset after the line's break, or the end of the text. */
const lineEnd = (text: string, start: number): number => {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end + 1;
};

/** The line without its break, LF or CR LF. */
const lineAt = (text: string, start: number, end: number): string => text.slice(start, end).replace(/\r?\n$/, '');

/**
 * Editors add a line break at the end of a file, and version control may change all of them. If undoing this gives the
 * exported text, the text was not edited.
 */
const asExported = (text: string, hash: unknown): string => {
  if (typeof hash !== 'string' || contentHash(text) === hash) return text;
  const unbroken = text.replaceAll('\r\n', '\n');
  const candidates = [
    text.replace(/\r?\n$/, ''),
    unbroken,
    unbroken.replace(/\n$/, ''),
    unbroken.replaceAll('\n', '\r\n'),
  ];
  return candidates.find((candidate) => contentHash(candidate) === hash) ?? text;
};
