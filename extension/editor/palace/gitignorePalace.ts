import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isErrno } from '../../base/files/errno.ts';
import type { WindowPalace } from './windowPalace.ts';

/** A palace inside the workspace gets its own `.gitignore` before anything is written to it. One that is there stays as it is. */
export const gitignorePalace = async (place: WindowPalace): Promise<void> => {
  if (place.kind !== 'place' || place.inWorkspace === null) return;
  await mkdir(place.folder, { recursive: true });
  await writeFile(path.join(place.folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((thrown: unknown) => {
    if (!isErrno(thrown, 'EEXIST')) throw thrown;
  });
};
