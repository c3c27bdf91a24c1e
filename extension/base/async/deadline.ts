import type { Disposable } from '../disposable.ts';

/** A signal that aborts at a time. Disposing it cancels the wait. */
interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  readonly dispose: () => void;
}

/**
 * Aborts after so many milliseconds, or when `other` does. It keeps no process alive. In place of
 * `AbortSignal.any` with `AbortSignal.timeout`: up to Node 20 such a signal may lose its timeout, never aborts,
 * and is then never given back.
 */
export const deadline = (ms: number, other?: AbortSignal): Deadline => {
  const controller = new AbortController();
  const dispose = (): void => {
    clearTimeout(timer);
    other?.removeEventListener('abort', end);
  };
  const end = (): void => {
    dispose();
    controller.abort();
  };
  const timer = setTimeout(end, ms).unref();
  if (other?.aborted === true) end();
  else other?.addEventListener('abort', end);
  return { signal: controller.signal, dispose };
};
