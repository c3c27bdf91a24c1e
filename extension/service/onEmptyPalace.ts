import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';
import type { PalaceConnection } from './palaceConnection.ts';

/**
 * Runs `work` on an empty palace in a temporary folder, which is removed afterwards: what is only tried, or would be in vain, makes no
 * palace. `connect` opens the palace of that folder.
 */
export const onEmptyPalace = async <T>(
  connect: (folder: string) => Promise<PalaceConnection>,
  work: (api: PalaceApi) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'synapse-palace-dry-'));
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
