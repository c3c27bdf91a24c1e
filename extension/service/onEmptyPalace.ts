import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs } from '../base/time.ts';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';
import { readOwnerNote } from './ownership/ownerNote.ts';
import { processStanding } from './ownership/processStanding.ts';
import type { PalaceConnection } from './palaceConnection.ts';

const folderStart = 'synapse-palace-dry-';

/**
 * Runs `work` on an empty palace in a temporary folder, which is removed afterwards: what is only tried, or would be in vain, makes no
 * palace. `connect` opens the palace of that folder.
 */
export const onEmptyPalace = async <T>(
  connect: (folder: string) => Promise<PalaceConnection>,
  work: (api: PalaceApi) => Promise<T>,
): Promise<T> => {
  await removeLeftovers();
  const folder = await mkdtemp(path.join(tmpdir(), folderStart));
  try {
    const connection = await connect(folder);
    try {
      return await work(connection.api);
    } finally {
      await connection.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Removes the folders of killed processes. One whose process may still run stays, and so does, for a day, one that names none: it may
 * be about to be opened.
 */
const removeLeftovers = async (): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(folderStart))) {
    const folder = path.join(tmpdir(), name);
    const note = await readOwnerNote(folder);
    const isLeft =
      note === undefined
        ? Date.now() -
            (await lstat(folder).then(
              ({ mtimeMs }) => mtimeMs,
              () => Infinity,
            )) >
          dayMs
        : processStanding(note) === 'gone';
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
};
