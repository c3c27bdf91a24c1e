import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';
import { plural } from '../../base/text/plural.ts';
import { clip, count } from './terminal.ts';
import { printableName } from '../../base/text/printable.ts';

/** A progress line, for example `mining 120/480 · 52/s · src/a.ts`. */
const progressText = ({ stage, done, total, message, per_second: rate }: MineProgress): string =>
  [
    `${stage} ${count(done)}${total === null ? '' : `/${count(total)}`}`,
    ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))}/s`]),
    ...(rate === null || rate === 0 || total === null || stage !== 'embedding'
      ? []
      : [timeLeft((total - done) / rate)]),
    message,
  ].join(' · ');

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s left` : `${Math.ceil(seconds / 60)} min left`;

/** The message shown once everything is filed and only vectors are due. */
const filedText = ({ done, total }: MineProgress): string =>
  `Everything is filed, and searching by words works now. ${plural((total ?? done) - done, 'drawer')} will be found by meaning, too, as this goes on; Ctrl+C loses nothing.`;

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

interface StatusLine {
  /** Replaces the last text. If a line can't be overwritten, shows only the first text of each `topic`. */
  readonly show: (text: string, topic: string) => void;
  /** Writes a line that stays. */
  readonly say: (text: string) => void;
  /** Removes the text. */
  readonly clear: () => void;
}

const silent: StatusLine = { show: () => undefined, say: () => undefined, clear: () => undefined };

/**
 * The last line of a terminal; silent where there is none. In a terminal without a width, nothing can be
 * overwritten.
 */
export const statusLine = (stream: Stream): StatusLine => {
  if (stream.isTTY !== true) return silent;
  const isWide = (): boolean => (stream.columns ?? 80) > 1;
  const over = (text: string): void => void (isWide() && stream.write(`\r\u001b[2K${text}`));
  let last = '';
  return {
    show: (text, topic) => {
      if (isWide()) over(clip(printableName(text), (stream.columns ?? 80) - 1));
      else if (topic !== last) stream.write(`${printableName(text)}\n`);
      last = topic;
    },
    say: (text) => {
      over('');
      stream.write(`${printableName(text)}\n`);
    },
    clear: () => over(''),
  };
};

/** Runs `work` with a status line on standard error, only on a terminal. */
export const withStatusLine = async <T>(
  { quiet, json }: GlobalOptions,
  work: (line: StatusLine) => Promise<T>,
): Promise<T> => {
  const line = quiet === true || json === true ? silent : statusLine(process.stderr);
  try {
    return await work(line);
  } finally {
    line.clear();
  }
};

/**
 * Runs `work` and shows its progress. `files`: it files drawers, and the vectors come after all is filed, which is said
 * once.
 */
export const withProgress = <T>(
  options: GlobalOptions,
  work: (onProgress: (progress: MineProgress) => void) => Promise<T>,
  { files = false }: { readonly files?: boolean } = {},
): Promise<T> =>
  withStatusLine(options, (line) => {
    let isFiled = !files;
    return work((progress) => {
      if (!isFiled && progress.stage === 'embedding' && (progress.total ?? 0) > progress.done) {
        isFiled = true;
        line.say(filedText(progress));
      }
      line.show(progressText(progress), progress.stage);
    });
  });

/** The exit code of a command that Ctrl+C ended, as a shell gives it for any program. */
export const interrupted = 130;

/** A signal that aborts on the first Ctrl+C, so that the work stops cleanly. A second Ctrl+C ends the process. */
export const abortOnInterrupt = (): AbortSignal => {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  return abort.signal;
};
