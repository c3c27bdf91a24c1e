import type { ChildProcess } from 'node:child_process';
import { lateAnswer, quietAnswer, type HookAnswer } from './hookAnswer.ts';
import type { HookEvent } from './hookEvent.ts';

/** What a supervisor works with. */
interface HookSupervision {
  /** Starts the worker process; its standard output and error are pipes. */
  readonly start: () => ChildProcess;
  /** Milliseconds from this process's start to its end at the latest. */
  readonly limit: number;
  readonly elapsed: () => number;
  /** Called once, before `exit`. */
  readonly answer: (answer: HookAnswer) => void;
  /** Ends this process. */
  readonly exit: () => void;
}

/**
 * Runs a hook's work in another process and answers for it in time. A process can't end while one of its threads compiles the
 * model or waits for a disk; the supervising process has no such threads.
 */
export const superviseHook = (
  event: HookEvent,
  { start, limit, elapsed, answer, exit }: HookSupervision,
): void => {
  let isOver = false;
  let [stdout, stderr] = ['', ''];
  const end = (what: HookAnswer): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    answer(what);
    exit();
  };
  const child = start();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const deadline = setTimeout(
    () => {
      child.kill('SIGKILL');
      // It may have answered already and only be closing the palace.
      end(isWhole(event, stdout) || stderr !== '' ? said(event, stdout, stderr) : lateAnswer(event, limit));
    },
    Math.max(0, limit - elapsed()),
  );
  child.once('error', (error) => end(quietAnswer(event, `the hook could not be started: ${error.message}`)));
  child.once('close', (code) =>
    end(code === 0 ? said(event, stdout, stderr) : quietAnswer(event, `the hook failed: ${stderr}`)),
  );
};

const said = (event: HookEvent, stdout: string, stderr: string): HookAnswer => {
  const [warning] = stderr.split('\n').filter((line) => line.startsWith('Synapse Palace: '));
  return { stdout: isWhole(event, stdout) ? stdout : quietAnswer(event).stdout, warning: warning ?? null };
};

/** Whether the output is a complete answer. */
const isWhole = (event: HookEvent, stdout: string): boolean => {
  if (event === 'pre-compact') return stdout.startsWith(quietAnswer(event).stdout) && stdout.endsWith('\n');
  try {
    JSON.parse(stdout);
    return true;
  } catch {
    return false;
  }
};
