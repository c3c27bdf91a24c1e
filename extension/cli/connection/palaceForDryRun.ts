import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { hasPalace, type PalaceLocation } from '../../service/palaceLocation.ts';
import { onEmptyPalace } from '../../service/onEmptyPalace.ts';
import { openPalace, withPalace } from './openPalace.ts';
import { withNamedOptions } from './refusedOptions.ts';

/**
 * Runs `work` on the palace at a location or, if there is none yet, on an empty one in a temporary folder that is removed
 * afterwards: trying out what a command would do makes no palace.
 */
export const withPalaceForDryRun = async <T>(
  location: PalaceLocation,
  work: (api: PalaceApi) => Promise<T>,
): Promise<T> => {
  if (hasPalace(location.folder)) return withPalace(location, work);
  return onEmptyPalace(
    (folder) => openPalace({ ...location, folder }),
    (api) => work(withNamedOptions(api)),
  );
};

/**
 * Where there is no palace yet, runs `work` on an empty one in a temporary folder first, so that what is refused makes no palace.
 * Gives its result; undefined where there is a palace.
 */
export const triedBeforehand = async <T>(
  location: PalaceLocation,
  work: (api: PalaceApi) => Promise<T>,
): Promise<T | undefined> => (hasPalace(location.folder) ? undefined : await withPalaceForDryRun(location, work));
