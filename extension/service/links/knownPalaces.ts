import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import { dataFolder, hasPalace } from '../palaceLocation.ts';

/** The folders of this user's palaces in the program's data folder, by name. Palaces elsewhere are not known. */
export const knownPalaces = (
  data = dataFolder(),
): readonly { readonly name: string; readonly folder: string }[] => {
  const place = path.join(data, 'palaces');
  try {
    return readdirSync(place)
      .map((folder) => ({ name: folder.replace(/-[0-9a-f]{8}$/, ''), folder: path.join(place, folder) }))
      .filter(({ folder }) => hasPalace(folder));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
};
