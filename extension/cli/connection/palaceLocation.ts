import { locatePalace, type PalaceLocation } from '../../service/palaceLocation.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';
import { named } from '../options/named.ts';

/**
 * Where the palace is: `--palace`, else SYNAPSE_PALACE_HOME, else the palace of the workspace around `folder`. With `exactly`,
 * `folder` itself is the workspace. Throws E_USAGE.
 */
export const palaceLocation = (options: GlobalOptions, folder: string, exactly = false): PalaceLocation =>
  locatePalace(options.palace === undefined ? undefined : named('--palace', options.palace), folder, exactly);
