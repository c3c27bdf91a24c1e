import '../../base/interpretedSchemas.ts';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PalaceError } from '../model/errors/palaceError.ts';
import { embedRequestSchema, workerOptionsSchema, type WorkerMessage } from './embedderMessages.ts';
import { loadEncoder, type LoadedEncoder } from './loadEncoder.ts';

const load = (): Promise<LoadedEncoder> => {
  const { engine, weights, arena, arenas, ...folders } = workerOptionsSchema.parse(workerData);
  return loadEncoder(folders, engine, { loaded: weights, arena, arenas });
};

const serve = (port: MessagePort): void => {
  const tell = (message: WorkerMessage): void => port.postMessage(message);
  const loading = load();
  const answer = async (message: unknown): Promise<void> => {
    const { encoder } = await loading;
    const { text, kind } = embedRequestSchema.parse(message);
    tell({ type: 'vector', vector: await encoder.encode(text, kind) });
  };
  // Listens while the model loads: without a live handle, Node would hold back the first message until V8 has
  // optimised the engine in the background. A failure is left uncaught on purpose and ends the worker, because the
  // engine's memory can't be trusted after one.
  port.on(
    'message',
    (message: unknown) =>
      void answer(message).catch((thrown: unknown) =>
        queueMicrotask(() => {
          throw thrown;
        }),
      ),
  );
  loading.then(
    ({ encoder: { stamp }, weights, notice }) => tell({ type: 'ready', stamp, weights, notice }),
    (thrown: unknown) => {
      const { code, message } = PalaceError.from(thrown, 'E_EMBEDDING');
      tell({ type: 'unusable', code, message });
    },
  );
};

if (parentPort === null) throw new Error('The embedder runs as a worker thread.');
serve(parentPort);
