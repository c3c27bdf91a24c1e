import { contentHash } from '../model/drawer.ts';

/**
 * A drawer as a Markdown file: fields as YAML front matter, each value a JSON text on one line (which YAML reads, too),
 * then the drawer's text as it is, up to the file's last byte. No field's line can be the delimiter, and behind the
 * second one nothing is looked for, so any text survives.
 */
export const markdownOf = (fields: Readonly<Record<string, unknown>>, text: string): string =>
  `${delimiter}\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${oneLine(value)}\n`)
    .join('')}${delimiter}\n${text}`;

const delimiter = '---';

/** JSON on one line for every reader: YAML and JavaScript know more line breaks than JSON escapes. */
const oneLine = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export type ParsedMarkdown =
  { readonly fields: Readonly<Record<string, unknown>>; readonly text: string } | { readonly problem: string };

/** Reads what {@link markdownOf} has written; `problem` says why a text is none of that. */
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
      return { problem: `line ${number} of its front matter is no field` };
    try {
      fields.push([key, JSON.parse(json)]);
    } catch {
      return { problem: `the value of ${key} is no JSON` };
    }
  }
  const known = Object.fromEntries(fields);
  return { fields: known, text: asExported(markdown.slice(start), known['content_hash']) };
};

/** Behind the line's break, or the end. */
const lineEnd = (text: string, start: number): number => {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end + 1;
};

/** Without its break, be it LF or CR LF. */
const lineAt = (text: string, start: number, end: number): string => text.slice(start, end).replace(/\r?\n$/, '');

/**
 * Editors end a file with a line break and version control may change all of them. If undoing that gives the very text
 * that was exported, nobody has edited it.
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
