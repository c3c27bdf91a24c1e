import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const opening = (part: string): string => `<!-- measured by bench:report: ${part} -->`;
const closing = '<!-- end -->';

/** What a part's figures were measured on. */
export interface Circumstances {
  readonly machine: string;
  /** Load of the last minute before the part began. */
  readonly loadBefore: number;
  /** Commands that print the same figures. */
  readonly commands: readonly string[];
}

/** `Node v20.20.2, 2 cores (Intel Xeon …), 24 GB`. */
export const thisMachine = (): string =>
  `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB`;

export const loadNow = (): number => loadavg()[0] ?? 0;

/** A part's text: figures, then where they come from. */
export const measuredText = (figures: string, { machine, loadBefore, commands }: Circumstances): string =>
  `${figures.trim()}\n\n${commands.map((command) => `\`${command}\``).join(', ')}: ${machine}, at a load of ${loadBefore.toFixed(1)} before it began.`;

/**
 * The document with this text between a part's comments, in place of what stood there. Throws `Error` if the document has no place for
 * it: `<!-- measured by bench:report: PART -->` and `<!-- end -->` on lines of their own.
 */
export const withMeasured = (document: string, part: string, text: string): string => {
  const from = document.indexOf(opening(part));
  const to = from === -1 ? -1 : document.indexOf(closing, from);
  if (to === -1)
    throw new Error(
      `The document has no place for “${part}”: a line “${opening(part)}” and, below it, “${closing}”.`,
    );
  return `${document.slice(0, from)}${opening(part)}\n\n${text.trim()}\n\n${document.slice(to)}`;
};

/** A table of Markdown; the first row is its head. */
export const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
