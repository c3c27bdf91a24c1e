import type { CallOptions, PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { stopIfAborted } from '../../../palace/model/errors/stopIfAborted.ts';
import type { PalaceLocation } from '../../../service/palaceLocation.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import type { GlobalOptions } from '../../options/globalOptions.ts';
import { warn } from '../../terminal/output.ts';
import { abortOnInterrupt, withProgress } from '../../terminal/progress.ts';

/**
 * Makes or carries out a plan with a progress line. Ctrl+C cancels it, which leaves the palace as it was, or comes too late, which is
 * said. Throws E_CANCELLED.
 */
export const withPlans = async <T>(
  options: GlobalOptions,
  work: (api: PalaceApi, call: CallOptions, location: PalaceLocation) => Promise<T>,
): Promise<T> => {
  const signal = abortOnInterrupt();
  const done = await withProgress(options, (onProgress) =>
    withExistingPalace(options, (api, location) => {
      stopIfAborted(signal, 'Cancelled before it began; nothing was changed.');
      return work(api, { signal, onProgress }, location);
    }),
  );
  if (signal.aborted) warn('Ctrl+C came too late: everything was done before.\n');
  return done;
};
