import { dayMs } from '../../base/time.ts';
import { isoTime } from '../model/ids.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { LoggedQuery, UsageLimits } from '../store/queries/usage.ts';

/** Milliseconds that a search waits to be written down, together with others. */
const together = 2000;
/** What is kept: a year and the day that its end falls into, and no more rows than these. */
const kept: Omit<UsageLimits, 'before'> = { accesses: 200_000, pairs: 200_000, queries: 5000 };
const keptDays = 366;

/** Writes down which searches were made, after they were answered, and forgets old use once a day. */
export class UsageLog {
  readonly #store: PalaceStore;
  readonly #clock: () => Date;
  readonly #onProblem: (error: PalaceError) => void;
  #waiting: LoggedQuery[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pruned = -Infinity;

  constructor(store: PalaceStore, clock: () => Date, onProblem: (error: PalaceError) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onProblem = onProblem;
  }

  /** Notes a search that was answered. What it returned counts as listed, not as used. */
  searched(text: string, resultIds: readonly string[]): void {
    if (this.#store.health.state !== 'ok') return;
    this.#waiting.push({ text, at: isoTime(this.#clock()), resultIds });
    this.#timer ??= setTimeout(() => void this.flush(), together).unref();
  }

  /** Writes what waits. A failure is told, not thrown: no search depends on it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const now = this.#clock().getTime();
    const prune = now - this.#pruned >= dayMs;
    try {
      await this.#store.write((transaction) => {
        transaction.logQueries(waiting);
        if (prune) transaction.pruneUsage({ ...kept, before: isoTime(now - keptDays * dayMs) });
      });
      if (prune) this.#pruned = now;
    } catch (error) {
      this.#onProblem(PalaceError.from(error));
    }
  }
}
