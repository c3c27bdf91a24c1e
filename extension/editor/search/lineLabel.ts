import { bestLine } from '../../base/text/bestLine.ts';
import { withoutMarks } from '../../base/text/withoutMarks.ts';
import { textStart } from '../../base/text/textStart.ts';

const longest = 140;

const clip = (line: string): string =>
  line.length <= longest ? line : `${textStart(line, longest - 1).trimEnd()}…`;

/** They turn what stands after them, too: the rest of the row, or of a message that quotes the label. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A text's best line for the terms, as a label: without markup and characters that turn the text, clipped. */
export const lineLabel = (text: string, terms: readonly string[]): string =>
  clip(withoutMarks(bestLine(text, terms).replaceAll(directionControls, '')));

/** Text that the editor's labels show unchanged; `$(name)` would otherwise become an icon. */
export const plainLabel = (text: string): string => text.replace(/\$\(/g, '$\u200b(');
