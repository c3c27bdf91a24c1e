import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs `work` on up to `ahead` items at a time and yields the results in the items' order. */
export async function* mapAhead<T, R>(
  items: readonly T[],
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  let next = 0;
  try {
    while (running.length > 0 || next < items.length) {
      for (const item of items.slice(next, next + ahead - running.length)) {
        const result = work(item);
        // A failure is thrown when its turn comes; until then it must not count as unhandled.
        result.catch(() => undefined);
        running.push(result);
        next++;
      }
      const head = running.shift();
      if (head !== undefined) yield await head;
    }
  } finally {
    await Promise.allSettled(running);
  }
}

/**
 * Limits the promises under way: `add` waits while they weigh more than `limit` together. Rethrows the first
 * failure.
 */
export interface InFlight {
  add(weight: number, work: Promise<unknown>): Promise<void>;
  /** Resolves when nothing is under way; rethrows the first failure. */
  drain(): Promise<void>;
  /** Like `drain`, but never rejects: for a run that has already failed. */
  settle(): Promise<void>;
}

export const inFlight = (limit: number): InFlight => {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let load = 0;
  const raise = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  const settle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    async add(weight, work) {
      load += weight;
      const done: Promise<void> = work
        .then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        )
        .then(() => {
          load -= weight;
          running.delete(done);
        });
      running.add(done);
      while (load > limit && running.size > 0) await Promise.race(running);
      raise();
    },
    async drain() {
      await settle();
      raise();
    },
    settle,
  };
};

/** Gives other work on this thread a turn if the last one was at least `everyMs` milliseconds ago. */
export const yieldToEventLoopEvery = (everyMs: number): (() => Promise<void>) => {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await nextTurn();
    last = performance.now();
  };
};
