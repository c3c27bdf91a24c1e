/**
 * Settles with whichever comes first: the promise's outcome, or what `onAbort` returns or throws once the signal is
 * aborted. An abort does not stop the work behind the promise, unless that work watches the signal itself. If it
 * fails after the abort, the failure is ignored.
 */
export const raceAbort = async <T, A = never>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => A,
): Promise<T | A> => {
  if (signal === undefined) return promise;
  if (signal.aborted) {
    promise.catch(() => undefined);
    return onAbort();
  }
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted.then(onAbort), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
