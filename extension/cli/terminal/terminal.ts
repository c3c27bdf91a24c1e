import { styleText } from 'node:util';
import { groupedNumber } from '../../base/text/plural.ts';
import { marked } from './output.ts';
import { textStart } from '../../base/text/textStart.ts';

type Style = Parameters<typeof styleText>[0];

/** A terminal's width and styling. `style` adds colours only on a terminal that wants them, or with FORCE_COLOR. */
export interface Terminal {
  readonly columns: number;
  readonly style: (style: Style, text: string) => string;
}

export const terminalOf = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Terminal => {
  const coloured =
    (stream.isTTY === true && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb') ||
    (env['FORCE_COLOR'] ?? '0') !== '0';
  // A terminal that doesn't know its width, as over a serial line, says 0.
  const width = stream.columns === undefined || stream.columns === 0 ? 100 : stream.columns;
  return {
    columns: Math.max(40, Math.min(width, 160)),
    style: (style, text) => (coloured ? marked(styleText(style, text, { validateStream: false })) : text),
  };
};

/** Cuts a text to `width` characters, never within one; a cut text ends with an ellipsis. */
export const clip = (text: string, width: number): string =>
  text.length <= width ? text : `${textStart(text, Math.max(0, width - 1))}…`;

/** Formats a whole number as `1,234`. */
export const count = groupedNumber;
