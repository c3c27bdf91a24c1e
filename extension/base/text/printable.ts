/**
 * Characters that a terminal obeys or that change the reading order: control characters except tab and line
 * feed, direction marks, and line separators that some programs take for line ends.
 */
const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text as it may be written to a terminal: `\ufffd` stands for each character that the terminal would obey. */
export const printable = (text: string): string => text.replace(/\r(?=\n)/g, '').replace(obeyed, '\ufffd');

/** The same for a name within a line: line breaks and tabs are replaced as well, so that no name can make a line of its own. */
export const printableName = (name: string): string =>
  name.replace(/[\t\n\r]/g, '\ufffd').replace(obeyed, '\ufffd');

/** A value as JSON in which such characters are escaped. It parses to the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(obeyed, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
