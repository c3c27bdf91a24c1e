import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { connectPalace } from '../../service/connectPalace.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import type { PalaceLocation } from '../../service/palaceLocation.ts';
import { distFolder, modelFolder } from '../../service/programFiles.ts';
import { warn } from '../terminal/output.ts';

/** This program's file, as agents' settings name it. */
export const cliFile = path.join(distFolder, 'cli.js');

/** Embedding workers for a command that waits for vectors: one per core, at most 8, because a person is waiting. */
export const allCores = (): number => Math.min(8, availableParallelism());

/** Opens the palace at a location, for a person or an agent. The caller closes it. */
export const openPalaceAt = (
  place: PalaceLocation,
  embeddingWorkers = 1,
  agent = false,
): Promise<PalaceConnection> =>
  connectPalace({
    folder: place.folder,
    workspace: path.basename(place.workspace),
    distFolder,
    modelFolder,
    embeddingWorkers,
    agent,
  });

/** Like {@link openPalaceAt}, and prints the palace's log to standard error, except for `info`. */
export const openPalace = async (
  place: PalaceLocation,
  embeddingWorkers = 1,
  agent = false,
): Promise<PalaceConnection> => {
  const connection = await openPalaceAt(place, embeddingWorkers, agent);
  connection.onEvent((event) => {
    if (event.kind === 'log' && event.level !== 'info') warn(`${event.level}: ${event.message}\n`);
  });
  return connection;
};

/** Opens the palace, runs `work` on it and always closes it. */
export const withPalace = async <T>(
  place: PalaceLocation,
  work: (api: PalaceApi) => Promise<T>,
  embeddingWorkers = 1,
): Promise<T> => {
  const connection = await openPalace(place, embeddingWorkers);
  try {
    return await work(connection.api);
  } finally {
    await connection.close();
  }
};
