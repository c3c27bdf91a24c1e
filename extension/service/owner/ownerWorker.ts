import '../../base/interpretedSchemas.ts';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import { Emitter } from '../../base/emitter.ts';
import { isErrno } from '../../base/files/errno.ts';
import { EmbeddingPool } from '../../palace/embedding/embeddingPool.ts';
import { MachineWatch } from '../../palace/indexing/machineState.ts';
import { modelWords } from '../../palace/embedding/modelWords.ts';
import { WorkerReranker } from '../../palace/embedding/reranker.ts';
import { WorkerDocumentReader } from '../../palace/filing/documents/documentReader.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { openPalace } from '../../palace/palace.ts';
import { diskError } from '../../palace/store/diskError.ts';
import { rowsAreSound } from '../checks/rowCheck.ts';
import { linkedPalaces } from '../links/linkedPalaces.ts';
import { OpenCalls } from './openCalls.ts';
import { OwnerServer } from './ownerServer.ts';
import { ownerSettingsSchema, type OwnerNews, type OwnerSettings } from './ownerSettings.ts';
import { embedderPlace } from './embedderPlace.ts';
import { takeStarted } from './startedEmbedder.ts';
import { makeToken } from '../socket/ownerToken.ts';
import type { OwnerEvent } from '../../palace/contract/ownerEvents.ts';
import { closeNotification } from '../wire/rpcMessages.ts';
import { servePalace, type ServedPalace } from './servePalace.ts';
import { removeStaleSockets, socketPlaces } from '../socket/socketPlace.ts';
import { teamConnector } from '../team/teamFile.ts';
import { wireError } from '../wire/wireError.ts';

/**
 * The palace's owner: the worker that holds the store, the indexes and the embedding workers, and serves every client. Its
 * process holds the lock.
 */
export const runOwner = async (given: unknown, port: MessagePort): Promise<void> => {
  const settings = ownerSettingsSchema.parse(given);
  const tell = (news: OwnerNews): void => port.postMessage(news);
  const events = new Emitter<OwnerEvent>();
  const opening = awaited<ServedPalace>();
  const calls = new OpenCalls();
  // First of all, because a search that opens the palace waits longest for the model.
  const embedder = embedderOf(settings);

  const server = settings.fence !== null ? await share(settings.folder, opening.promise, calls, tell) : undefined;
  if (server !== undefined) events.event((event) => server.tell(event));
  try {
    const palace = await open(settings, embedder, (event) => events.fire(event), tell);
    const served: ServedPalace = { api: palace, hooks: palace.hooks, revision: () => palace.revision() };
    tell({ state: 'ready', revision: served.revision() });
    const connection = createMessageConnection(new PortMessageReader(port), new PortMessageWriter(port));
    events.event(servePalace(connection, served, settings.caller, calls));
    connection.onNotification(closeNotification, () => {
      server?.refuseMore();
      void (async () => {
        try {
          await calls.close();
          await palace.close();
        } finally {
          await server?.close();
        }
      })().finally(() => process.exit(0));
    });
    opening.resolve(served);
  } catch (thrown) {
    const error = PalaceError.from(thrown);
    opening.reject(error);
    await server?.close();
    tell({ state: 'failed', ...wireError(error) });
  }
};

/** Lets other processes join. If that fails, only this process can use the palace, and the others are told why. */
const share = async (
  folder: string,
  palace: Promise<ServedPalace>,
  calls: OpenCalls,
  tell: (news: OwnerNews) => void,
): Promise<OwnerServer | undefined> => {
  try {
    removeStaleSockets(folder);
    const server = new OwnerServer(await makeToken(folder), palace, calls);
    tell({ state: 'listening', socket: await server.listen(socketPlaces(folder)) });
    return server;
  } catch (thrown) {
    tell({ state: 'alone', reason: PalaceError.from(thrown).message });
    return undefined;
  }
};

interface Awaited<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: PalaceError) => void;
}

const awaited = <T>(): Awaited<T> => {
  let [resolve, reject]: [Awaited<T>['resolve'], Awaited<T>['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  // Callers that await it get the error. If there are none, it must not count as an unhandled rejection.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};

/** Throws E_OWNER_GONE, and tells the process, if the lock's own file is gone. */
const turnCheck =
  (fence: string, tell: (news: OwnerNews) => void): (() => void) =>
  () => {
    try {
      statSync(fence);
    } catch (error) {
      if (!isErrno(error, 'ENOENT', 'ENOTDIR'))
        throw diskError(error, (errno) => errorText`Looking for the palace’s lock failed: ${errno}.`);
      tell({ state: 'lost' });
      throw new PalaceError('E_OWNER_GONE', 'Another process has taken the palace, or its folder is gone.');
    }
  };

const embedderOf = (settings: OwnerSettings): EmbeddingPool => {
  const embedder = new EmbeddingPool({ ...embedderPlace(settings), started: takeStarted() });
  // If that fails, the next caller that needs the model tries again and reports it.
  if (settings.loadModel) embedder.ready().catch(() => undefined);
  return embedder;
};

const open = (
  settings: OwnerSettings,
  embedder: EmbeddingPool,
  onEvent: (event: OwnerEvent) => void,
  tell: (news: OwnerNews) => void,
): ReturnType<typeof openPalace> =>
  openPalace({
    folder: settings.folder,
    workspace: settings.caller.workspace,
    sqliteWasm: path.join(settings.distFolder, 'sql-wasm-debug.wasm'),
    embedder,
    scanWorker: availableParallelism() > 1 ? path.join(settings.distFolder, 'scan.cjs') : undefined,
    commonWords: modelWords(settings.modelFolder),
    reranker:
      settings.rerankerFolder === ''
        ? null
        : new WorkerReranker(path.join(settings.distFolder, 'reranker.cjs'), {
            modelFolder: settings.rerankerFolder,
            ortFolder: settings.distFolder,
          }),
    documents: new WorkerDocumentReader(path.join(settings.distFolder, 'documents.cjs')),
    profileLayers: settings.caller.profileLayers,
    clock: () => new Date(),
    onEvent,
    rowsAreSound: () => rowsAreSound(settings.folder, settings.distFolder),
    isDiskFull: settings.isDiskFull,
    links: linkedPalaces(settings.folder, settings.distFolder),
    team: teamConnector(settings.folder),
    machine: new MachineWatch(),
    ...(settings.fence === null ? {} : { demandTurn: turnCheck(settings.fence, tell) }),
  });
