import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { connectPalace } from '../../service/connectPalace.ts';
import type { ConnectOptions, PalaceConnection } from '../../service/palaceConnection.ts';
import { gitignoreNewPalace } from '../../service/palaceGitignore.ts';
import type { PalaceLocation } from '../../service/palaceLocation.ts';
import { distFolder, modelFolder } from '../../service/programFiles.ts';
import { withNamedOptions } from './refusedOptions.ts';
import { warn } from '../terminal/output.ts';

/** This program's file, as agents' settings name it. */
export const cliFile = path.join(distFolder, 'cli.js');

/** What a command needs of the palace that it opens; when absent, only one embedding worker. */
export type PalaceUse = Pick<ConnectOptions, 'agent' | 'embeddingWorkers' | 'loadModel'>;

/** For a command that waits for vectors: one embedding worker per core, at most 8, because a person is waiting. */
export const allCores = (): PalaceUse => ({ embeddingWorkers: Math.min(8, availableParallelism()) });

/** Opens the palace at a location, for a person or an agent. The caller closes it. */
export const openPalaceAt = async (place: PalaceLocation, use: PalaceUse = {}): Promise<PalaceConnection> => {
  // Where that is impossible, so is the palace, and connecting says why.
  await gitignoreNewPalace(place).catch(() => undefined);
  return connectPalace({
    folder: place.folder,
    workspace: path.basename(place.workspace),
    distFolder,
    modelFolder,
    embeddingWorkers: 1,
    ...use,
  });
};

/** Like {@link openPalaceAt}, and prints the palace's log to standard error, except for `info`. */
export const openPalace = async (place: PalaceLocation, use: PalaceUse = {}): Promise<PalaceConnection> => {
  const connection = await openPalaceAt(place, use);
  connection.onEvent((event) => {
    if (event.kind === 'log' && event.level !== 'info') warn(`${event.level}: ${event.message}\n`);
  });
  return connection;
};

/** Opens the palace, runs `work` on it and always closes it. What the palace refuses as ill-formed is E_USAGE. */
export const withPalace = async <T>(
  place: PalaceLocation,
  work: (api: PalaceApi) => Promise<T>,
  use: PalaceUse = {},
): Promise<T> => {
  const connection = await openPalace(place, use);
  try {
    return await work(withNamedOptions(connection.api));
  } finally {
    await connection.close();
  }
};
