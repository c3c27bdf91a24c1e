import { dayMs } from '../../base/time.ts';
import { isoTime } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { LoggedQuery, UsageLimits } from '../store/queries/usage.ts';

/** Milliseconds that a search waits to be logged together with others. */
const together = 2000;
/** Limits of the log: at most this many rows, and at most 366 days (a year and a day). */
const kept: Omit<UsageLimits, 'before'> = { accesses: 200_000, pairs: 200_000, queries: 5000 };
const keptDays = 366;

/** Logs searches after they were answered. The first one of a day (UTC) also removes old usage. */
export class UsageLog {
  readonly #store: PalaceStore;
  readonly #clock: () => Date;
  readonly #onProblem: (error: PalaceError) => void;
  #waiting: LoggedQuery[] = [];
  /** Rises with each erasure. */
  #epoch = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: PalaceStore, clock: () => Date, onProblem: (error: PalaceError) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onProblem = onProblem;
  }

  /**
   * To be called when a search begins; what it gives logs the search once it is answered. Its results count as listed,
   * not as used. A search during which something was erased is not logged, because it may name that.
   */
  began(): (text: string, resultIds: readonly string[]) => void {
    const epoch = this.#epoch;
    return (text, resultIds) => {
      if (this.#store.health.state !== 'ok' || epoch !== this.#epoch) return;
      this.#waiting.push({ text, at: isoTime(this.#clock()), resultIds });
      this.#timer ??= setTimeout(() => void this.flush(), together).unref();
    };
  }

  /** To be called in a transaction that erases: no search from before it is logged after it. */
  erasing(): void {
    this.#epoch++;
    this.#waiting = [];
  }

  /** Writes the waiting searches. A failure is reported, not thrown, because no search depends on it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const epoch = this.#epoch;
    const now = this.#clock().getTime();
    try {
      const prune = !this.#wasLoggedToday(now);
      await this.#store.write((transaction) => {
        // An erasure may have been written while this waited for its turn.
        if (epoch === this.#epoch) transaction.logQueries(waiting);
        if (prune) transaction.pruneUsage({ ...kept, before: isoTime(now - keptDays * dayMs) });
      });
    } catch (error) {
      this.#onProblem(PalaceError.from(error));
    }
  }

  /** Whether a search of this day is in the log: then old usage was removed with it. A log that is ahead of the clock does not tell. */
  #wasLoggedToday(now: number): boolean {
    const [newest] = this.#store.read.usage.queriesSince(isoTime(Math.floor(now / dayMs) * dayMs), 1);
    return newest !== undefined && Date.parse(newest.at) <= now;
  }
}
