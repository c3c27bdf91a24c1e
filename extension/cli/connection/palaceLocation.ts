import { locatePalace, locatePalaceOfSession, type PalaceLocation } from '../../service/palaceLocation.ts';
import type { GlobalOptions } from '../options/globalOptions.ts';
import { named } from '../options/named.ts';

const chosen = ({ palace }: GlobalOptions): string | undefined =>
  palace === undefined ? undefined : named('--palace', palace);

/**
 * Where the palace is: `--palace`, else SYNAPSE_PALACE_HOME, else the palace of the workspace around `folder`. With `exactly`,
 * `folder` itself is the workspace. Throws E_USAGE.
 */
export const palaceLocation = (options: GlobalOptions, folder: string, exactly = false): PalaceLocation =>
  locatePalace(chosen(options), folder, exactly);

/** The same for an agent's session, whose linked worktree may have the palace of its main working tree. Throws E_USAGE. */
export const palaceLocationOfSession = (options: GlobalOptions, folder: string): PalaceLocation =>
  locatePalaceOfSession(chosen(options), folder);
