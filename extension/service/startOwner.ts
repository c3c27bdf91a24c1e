import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import { asReason, errorText } from '../palace/model/errors/errorText.ts';
import { PalaceError } from '../palace/model/errors/palaceError.ts';
import { callerOf } from './callerOf.ts';
import { ownerNewsSchema, type OwnerNews, type OwnerSettings } from './owner/ownerSettings.ts';
import { engineOf, modelFolderOf, rerankerFolderOf } from './palaceConfig.ts';
import { palaceClient } from './palaceClient.ts';
import { hasPalace } from './palaceLocation.ts';
import type { ConnectOptions } from './palaceConnection.ts';
import type { LinkEvent, PalaceLink } from './palaceLink.ts';
import { lockPalace, type PalaceLock } from './ownership/palaceLock.ts';
import { closeNotification, notify, wantedHooksNotification } from './wire/rpcMessages.ts';
import { fromWireError } from './wire/wireError.ts';

/**
 * MiB of the owner's young generation. At 122,693 drawers a search takes as long with 24 as with 192, and the process
 * 70 MB less; with 12, full collections make searches slower (docs/benchmarks.md).
 */
const youngMib = 24;

/**
 * Takes the palace's lock and opens the palace in a worker of this process, which others can join. Rejects with
 * E_PALACE_IN_USE if another process has the lock, E_PALACE_NEWER and the store's errors.
 */
export const startOwner = async (
  options: ConnectOptions,
  emit: (event: LinkEvent) => void,
): Promise<PalaceLink> => {
  let onLost: (reason: string) => void = () => undefined;
  const lock = await lockUnlessReadOnly(options.folder, (reason) => onLost(reason));
  const isLocked = typeof lock !== 'string';
  let worker: Worker;
  try {
    worker = ownerWorker(options, lock);
  } catch (thrown) {
    if (isLocked) await lock.release();
    throw PalaceError.from(thrown);
  }
  // Messages that arrive before the client listens are news, not RPC.
  const connection = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
  let reason = '';
  const ended = new Promise<string>((resolve) => {
    worker.once('error', (error) => (reason = error.message));
    worker.once('exit', (code) => {
      if (reason === '') reason = `exit code ${code}`;
      connection.dispose();
      void (isLocked ? lock.release() : Promise.resolve()).finally(() => resolve(reason));
    });
  });
  onLost = (why) => {
    reason = `the palace's lock was lost: ${why}`;
    emit({ kind: 'log', level: 'error', message: `The palace's lock was lost: ${why}.` });
    // Without waiting for writes: another process may already be writing.
    void worker.terminate();
  };
  worker.on('message', (message: unknown) => {
    if (ownerNewsSchema.safeParse(message).data?.state === 'lost')
      onLost('another process has taken it, or the folder is gone');
  });
  const opened = await Promise.race([
    news(worker, isLocked ? lock : null, emit),
    ended.then(
      (why) => new PalaceError('E_OWNER_GONE', errorText`The palace's worker could not start: ${asReason(why)}.`),
    ),
  ]);
  if (opened instanceof PalaceError) {
    await worker.terminate();
    await ended;
    throw opened;
  }
  return {
    call: palaceClient(connection, emit, () => reason),
    wantHooks: (names) => notify(connection, wantedHooksNotification, { names }),
    isOwn: true,
    isForOneCall: lock === 'full',
    revision: opened.revision,
    ended,
    async close() {
      await connection.sendNotification(closeNotification).catch(() => undefined);
      await ended;
    },
  };
};

/** Starts the owner's worker. Throws if the options can't be sent to it, or if the system gives no thread. */
const ownerWorker = (options: ConnectOptions, lock: PalaceLock | Lockless): Worker =>
  new Worker(path.join(options.distFolder, 'owner.cjs'), {
    workerData: ownerSettings(options, lock),
    stdout: false,
    stderr: false,
    resourceLimits: { maxYoungGenerationSizeMb: youngMib },
  });

/** Why a palace is read without a lock. */
type Lockless = 'read_only' | 'full';

const ownerSettings = (options: ConnectOptions, lock: PalaceLock | Lockless): OwnerSettings => ({
  folder: options.folder,
  distFolder: options.distFolder,
  modelFolder: modelFolderOf(options),
  engine: engineOf(options),
  rerankerFolder: rerankerFolderOf(options),
  embeddingWorkers: options.embeddingWorkers ?? null,
  loadModel: options.loadModel ?? false,
  caller: callerOf(options),
  fence: typeof lock === 'string' ? null : lock.fence,
  isDiskFull: lock === 'full',
});

/**
 * An existing palace can be read without a lock if none can be made because the folder can't be written or the disk
 * is full.
 */
const lockUnlessReadOnly = async (
  folder: string,
  onLost: (reason: string) => void,
): Promise<PalaceLock | Lockless> => {
  try {
    return await lockPalace(folder, onLost);
  } catch (thrown) {
    if (!(thrown instanceof PalaceError) || !hasPalace(folder)) throw thrown;
    if (thrown.code === 'E_PALACE_READ_ONLY') return 'read_only';
    if (thrown.code === 'E_DISK_FULL') return 'full';
    throw thrown;
  }
};

/** Follows the worker's news until the palace is open, and others are told where to join it, or has failed to open. */
const news = (
  worker: Worker,
  lock: PalaceLock | null,
  emit: (event: LinkEvent) => void,
): Promise<Extract<OwnerNews, { state: 'ready' }> | PalaceError> =>
  new Promise((resolve) => {
    let announced: Promise<void> | undefined;
    const follow = (message: unknown): void => {
      const { data } = ownerNewsSchema.safeParse(message);
      switch (data?.state) {
        case undefined:
        case 'lost':
          return;
        case 'listening':
          announced = lock?.announce({ socket: data.socket }).catch((error: unknown) =>
            emit({
              kind: 'log',
              level: 'warn',
              message: `Other programs can't join the palace: ${String(error)}`,
            }),
          );
          return;
        case 'alone':
          announced = lock?.announce({ alone: data.reason }).catch(() => undefined);
          emit({ kind: 'log', level: 'warn', message: `Other programs can't join the palace: ${data.reason}` });
          return;
        case 'ready':
          worker.off('message', follow);
          void Promise.resolve(announced).then(() => resolve(data));
          return;
        case 'failed':
          worker.off('message', follow);
          resolve(fromWireError(data));
      }
    };
    worker.on('message', follow);
  });
