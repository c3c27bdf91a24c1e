import { availableParallelism } from 'node:os';
import path from 'node:path';
import { connectPalace } from '../../service/connectPalace.ts';
import type { PalaceConnection } from '../../service/palaceConnection.ts';
import { palaceFolderOf, workspaceAround } from '../../service/palaceLocation.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly palace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export interface PalaceLocation {
  readonly workspace: string;
  readonly folder: string;
}

/** Where the palace lies: `--palace`, else SYNAPSE_PALACE_HOME, else that of the workspace around `folder`. */
export const palaceLocation = (options: GlobalOptions, folder: string, exactly = false): PalaceLocation => {
  const workspace = exactly ? path.resolve(folder) : workspaceAround(folder);
  const chosen = options.palace ?? process.env['SYNAPSE_PALACE_HOME'];
  return {
    workspace,
    folder: chosen === undefined || chosen === '' ? palaceFolderOf(workspace) : path.resolve(chosen),
  };
};

/** This program's folder (`dist/`), which holds the workers, too. */
export const distFolder = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);

/** This program, as an agent's settings name it. */
export const cliFile = path.join(distFolder, 'cli.js');

/** Workers for a command that waits for vectors: every core, for a person waits too. */
export const allCores = (): number => Math.min(8, availableParallelism());

/** Opens the palace of a place; the caller closes it. */
export const openPalaceAt = (place: PalaceLocation, embeddingWorkers = 1): Promise<PalaceConnection> =>
  connectPalace({
    folder: place.folder,
    workspace: path.basename(place.workspace),
    distFolder,
    modelFolder: path.join(distFolder, '..', 'media', 'models', 'all-MiniLM-L6-v2-int8'),
    embeddingWorkers,
  });

/** The same; warnings and errors of its log go to standard error. */
export const openPalace = async (place: PalaceLocation, embeddingWorkers = 1): Promise<PalaceConnection> => {
  const connection = await openPalaceAt(place, embeddingWorkers);
  connection.onEvent((event) => {
    if (event.kind === 'log' && event.level !== 'info') process.stderr.write(`${event.level}: ${event.message}\n`);
  });
  return connection;
};

/** Opens the palace, runs `work` on it and closes it whatever happens. */
export const withPalace = async <T>(
  place: PalaceLocation,
  work: (connection: PalaceConnection) => Promise<T>,
  embeddingWorkers = 1,
): Promise<T> => {
  const connection = await openPalace(place, embeddingWorkers);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};
