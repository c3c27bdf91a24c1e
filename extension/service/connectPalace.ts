import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import { errorTable, PalaceError, type ErrorCode } from '../palace/model/palaceError.ts';
import { palaceApi, type CallOptions, type PalaceApi, type PalaceMethod } from '../palace/palaceApi.ts';
import { ownerReadySchema, type OwnerSettings } from './ownerSettings.ts';
import type { ConnectOptions, PalaceConnection, PalaceEvent } from './palaceConnection.ts';
import { closeNotification, palaceClient } from './rpc.ts';

interface Owner {
  readonly api: PalaceApi;
  /** Lets what is being written finish, then ends the worker. */
  stop(): Promise<void>;
}

/**
 * Opens the palace in a worker of this process; should the worker end, the next call starts it anew. Rejects with
 * E_PALACE_IN_USE, E_PALACE_NEWER, E_FOLDER_UNREADABLE and the store's errors.
 */
export const connectPalace = async (options: ConnectOptions): Promise<PalaceConnection> => {
  const listeners = new Set<(event: PalaceEvent) => void>();
  const emit = (event: PalaceEvent): void => listeners.forEach((listener) => listener(event));
  let closed = false;
  let current: Promise<Owner> | undefined;
  const owner = (): Promise<Owner> => {
    if (closed) return Promise.reject(new PalaceError('E_OWNER_GONE', 'The palace has been closed.'));
    if (current === undefined) {
      const started = startOwner(options, emit, () => {
        if (current === started) current = undefined;
      });
      started.catch(() => {
        if (current === started) current = undefined;
      });
      current = started;
    }
    return current;
  };
  await owner();
  const callMethod = async (method: PalaceMethod, params: unknown, callOptions?: CallOptions): Promise<unknown> => {
    const { api } = await owner();
    return (api[method] as (params: unknown, options?: CallOptions) => Promise<unknown>)(params, callOptions);
  };
  return {
    folder: options.folder,
    api: Object.fromEntries((Object.keys(palaceApi) as PalaceMethod[]).map((method) =>
      [method, (params: unknown, callOptions?: CallOptions) => callMethod(method, params, callOptions)])) as unknown as PalaceApi,
    onEvent(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    async close() {
      closed = true;
      const running = current;
      current = undefined;
      await running?.then((it) => it.stop(), () => undefined);
    },
  };
};

const startOwner = async (options: ConnectOptions, emit: (event: PalaceEvent) => void, onExit: () => void): Promise<Owner> => {
  const settings: OwnerSettings = {
    folder: options.folder, workspace: options.workspace, distFolder: options.distFolder, modelFolder: options.modelFolder,
    embeddingWorkers: options.embeddingWorkers ?? null,
    profileLayers: options.profileLayers?.map(({ source, profiles }) => ({ source, profiles: structuredClone(profiles) as OwnerSettings['profileLayers'][number]['profiles'] })) ?? [],
  };
  const worker = new Worker(path.join(options.distFolder, 'owner.cjs'), { workerData: settings, stdout: false, stderr: false });
  // What arrives before the client listens (the first message, which is no RPC) is nobody's.
  const connection = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
  let stopping = false;
  let reason = '';
  const exited = new Promise<void>((resolve) => {
    worker.once('error', (error) => (reason = error.message));
    worker.once('exit', (code) => {
      if (reason === '') reason = `exit code ${code}`;
      connection.dispose();
      onExit();
      if (!stopping) emit({ kind: 'gone', reason });
      resolve();
    });
  });
  const ready = await Promise.race([
    new Promise<unknown>((resolve) => worker.once('message', resolve)),
    exited.then(() => ({ state: 'failed', code: 'E_OWNER_GONE', message: `The palace's worker could not start: ${reason}.`, remedy: errorTable.E_OWNER_GONE })),
  ]);
  const answer = ownerReadySchema.parse(ready);
  if (answer.state === 'failed') {
    stopping = true;
    await worker.terminate();
    throw new PalaceError(Object.hasOwn(errorTable, answer.code) ? (answer.code as ErrorCode) : 'E_INTERNAL', answer.message, { remedy: answer.remedy });
  }
  return {
    api: palaceClient(connection, emit, () => reason),
    async stop() {
      stopping = true;
      await connection.sendNotification(closeNotification);
      await exited;
    },
  };
};
