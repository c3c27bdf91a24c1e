import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import { EmbeddingPool } from '../palace/embedding/embeddingPool.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { openPalace } from '../palace/palace.ts';
import { ownerSettingsSchema, type OwnerSettings } from './ownerSettings.ts';
import type { PalaceEvent } from './palaceConnection.ts';
import { lockPalace } from './palaceLock.ts';
import { servePalace } from './rpc.ts';

/** The palace's owner: the worker that holds the lock, the store, the indexes and the embedding workers. */
const start = async (settings: OwnerSettings, port: NonNullable<typeof parentPort>): Promise<void> => {
  let send: (event: PalaceEvent) => void = () => undefined;
  const embedder = new EmbeddingPool({
    modelFolder: settings.modelFolder, workerFile: path.join(settings.distFolder, 'embedder.cjs'), ortFolder: settings.distFolder,
    ...(settings.embeddingWorkers === null ? {} : { workers: settings.embeddingWorkers }),
  });
  const palace = await openPalace({
    folder: settings.folder, workspace: settings.workspace, sqliteWasm: path.join(settings.distFolder, 'sql-wasm-debug.wasm'), embedder,
    profileLayers: settings.profileLayers, clock: () => new Date(), onEvent: (event) => send(event),
    lock: () => lockPalace(settings.folder, (reason) => {
      send({ kind: 'log', level: 'error', message: `The palace's lock was lost: ${reason}` });
      process.exit(1);
    }),
  });
  port.postMessage({ state: 'ready' });
  const connection = createMessageConnection(new PortMessageReader(port), new PortMessageWriter(port));
  send = servePalace(connection, palace, () => {
    void palace.close().finally(() => process.exit(0));
  });
};

const port = parentPort;
if (port === null) throw new PalaceError('E_INTERNAL', 'The owner runs as a worker only.');
start(ownerSettingsSchema.parse(workerData), port).catch((thrown: unknown) => {
  const { code, message, remedy } = PalaceError.from(thrown);
  port.postMessage({ state: 'failed', code, message, remedy });
});
