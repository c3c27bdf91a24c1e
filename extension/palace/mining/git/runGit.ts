import { spawn } from 'node:child_process';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { killProcessGroup } from './killProcessGroup.ts';
import { limitedProgram, type ProgramCall } from './limitedProgram.ts';

export interface GitRun {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that git may be silent. The time that `onOutput` takes does not count. */
  readonly silenceMs: number;
  /** Most bytes that git may write to its standard output. */
  readonly mostBytes: number;
  /** Most bytes of memory that git may ask for; held on Linux alone. */
  readonly mostMemory: number;
  /** Called with each piece of standard output, one at a time. */
  readonly onOutput: (bytes: Uint8Array) => Promise<void> | void;
}

export type GitEnd =
  /** `message`: the start of its standard error. */
  | { readonly kind: 'ended'; readonly code: number; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'too_much' }
  | { readonly kind: 'not_started'; readonly message: string };

const mostMessage = 4096;
/** Milliseconds for a killed group to disappear. */
const graceMs = 2000;

/**
 * Runs git to its end in its own process group, without standard input and within {@link limitedProgram}. If it is silent for too
 * long, writes too much, or the signal aborts, the complete group is killed, because helpers named by a repository
 * outlive git. Throws E_CANCELLED on the signal and whatever `onOutput` throws.
 */
export const runGit = async (run: GitRun): Promise<GitEnd> => {
  const { signal, silenceMs, mostBytes, onOutput } = run;
  const cancelled = (): PalaceError => new PalaceError('E_CANCELLED', 'Reading the commits was cancelled.');
  if (signal?.aborted === true) throw cancelled();
  const limited = limitedProgram(run, run.mostMemory, process.platform);
  const child = start(limited, run);
  let stopped: 'timed_out' | 'too_much' | 'cancelled' | 'failed' | null = null;
  let silence: NodeJS.Timeout | undefined;
  const stop = (why: NonNullable<typeof stopped>): void => {
    stopped ??= why;
    clearTimeout(silence);
    killProcessGroup(child);
    // Unread output would keep the run from ending.
    child.stdout.destroy();
  };
  const listen = (): void => {
    clearTimeout(silence);
    if (stopped === null) silence = setTimeout(() => stop('timed_out'), silenceMs);
  };
  const onAbort = (): void => stop('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  let message = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (message = (message + text).slice(0, mostMessage)))
    .on('error', () => undefined);
  const ended = new Promise<number | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', (code) => resolve(code ?? -1));
  });
  try {
    listen();
    await readAll(
      child.stdout,
      async (bytes) => {
        clearTimeout(silence);
        if (stopped === null) await onOutput(bytes);
        listen();
        return stopped === null;
      },
      mostBytes,
      () => stop('too_much'),
    );
    const outcome = await (stopped === null
      ? ended
      : Promise.race([ended, new Promise<number>((resolve) => setTimeout(resolve, graceMs, -1).unref())]));
    if (stopped === 'cancelled') throw cancelled();
    if (stopped === 'timed_out' || stopped === 'too_much') return { kind: stopped };
    if (typeof outcome !== 'number') return { kind: 'not_started', message: outcome.message };
    return limited.notStarted.includes(outcome)
      ? { kind: 'not_started', message }
      : { kind: 'ended', code: outcome, message };
  } catch (thrown) {
    stop('failed');
    throw thrown;
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', onAbort);
  }
};

const start = ({ file, args }: ProgramCall, { folder, env }: GitRun) =>
  spawn(file, args, {
    cwd: folder,
    env,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    detached: process.platform !== 'win32',
  });

/** Reads to the end, or until `take` returns false. A broken stream counts as ended. */
const readAll = async (
  stream: NodeJS.ReadableStream,
  take: (bytes: Uint8Array) => Promise<boolean>,
  mostBytes: number,
  onTooMuch: () => void,
): Promise<void> => {
  let read = 0;
  const pieces = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await pieces.next().catch(() => ({ done: true, value: '' }) as const);
    if (next.done === true) return;
    const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    read += bytes.length;
    if (read > mostBytes) {
      onTooMuch();
      return;
    }
    if (!(await take(bytes))) return;
  }
};
