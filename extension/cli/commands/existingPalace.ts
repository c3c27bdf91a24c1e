import { existsSync } from 'node:fs';
import path from 'node:path';
import { PalaceError } from '../../palace/model/palaceError.ts';
import type { PalaceLocation } from '../terminal/cliContext.ts';

/** The place, if a palace is there: a command that only reads must not make an empty one. Throws E_PALACE_NOT_FOUND. */
export const existingPalace = (place: PalaceLocation): PalaceLocation => {
  if (!existsSync(path.join(place.folder, 'palace.sqlite')))
    throw new PalaceError(
      'E_PALACE_NOT_FOUND',
      `${place.workspace} has no palace yet (looked in ${place.folder}).`,
      { remedy: 'Run “synapse-palace mine” there first.' },
    );
  return place;
};
