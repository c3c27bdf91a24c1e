import type { PalaceApi } from '../../contract/palaceApi.ts';
import type { PalaceIndexes } from '../../indexing/palaceIndexes.ts';
import { eachCall } from './eachCall.ts';

/** Knows whether a call is running. */
export class RunningCalls {
  readonly #onQuiet: () => void;
  #running = 0;

  /** `onQuiet` runs whenever the last running call has ended. */
  constructor(onQuiet: () => void) {
    this.#onQuiet = onQuiet;
  }

  get isQuiet(): boolean {
    return this.#running === 0;
  }

  /** The same calls, counted while they run. */
  counted(calls: PalaceApi): PalaceApi {
    return eachCall(calls, (call) => async (params, options) => {
      this.#running += 1;
      try {
        return await call(params, options);
      } finally {
        this.#running -= 1;
        if (this.isQuiet) this.#onQuiet();
      }
    });
  }
}

/** The same calls. Between them, the indexes free what removed drawers left in memory. */
export const forgettingBetween = (
  calls: PalaceApi,
  indexes: Pick<PalaceIndexes, 'isForgetful' | 'forget'>,
  log: (message: string) => void,
): PalaceApi => {
  const running = new RunningCalls(() => {
    if (indexes.isForgetful)
      indexes
        .forget(() => running.isQuiet)
        .catch((thrown: unknown) => log(`The memory of removed drawers could not be freed: ${String(thrown)}`));
  });
  return running.counted(calls);
};
