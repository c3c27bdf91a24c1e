import type { MineProgress } from '../../palace/contract/mineProgress.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';
import { clip, count } from './terminal.ts';
import { printable } from '../../base/printable.ts';

/** A progress line, for example `mining 120/480 · 52/s · src/a.ts`. */
const progressText = ({ stage, done, total, message, per_second: rate }: MineProgress): string =>
  [
    `${stage} ${count(done)}${total === null ? '' : `/${count(total)}`}`,
    ...(rate === null ? [] : [`${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))}/s`]),
    message,
  ].join(' · ');

/** Runs `work` with a status line on standard error, only on a terminal. The line is overwritten and removed at the end. */
export const withStatusLine = async <T>(
  { quiet, json }: GlobalOptions,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> => {
  const stream = process.stderr;
  const visible = stream.isTTY === true && quiet !== true && json !== true;
  const write = (text: string): void => void (visible && stream.write(`\r\u001b[2K${text}`));
  try {
    return await work((text) => write(clip(printable(text), (stream.columns ?? 80) - 1)));
  } finally {
    write('');
  }
};

/** Runs `work` and shows its progress. */
export const withProgress = <T>(
  options: GlobalOptions,
  work: (onProgress: (progress: MineProgress) => void) => Promise<T>,
): Promise<T> => withStatusLine(options, (show) => work((progress) => show(progressText(progress))));

/** A signal that aborts on the first Ctrl+C, so that the work stops cleanly. A second Ctrl+C ends the process. */
export const abortOnInterrupt = (): AbortSignal => {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  return abort.signal;
};
