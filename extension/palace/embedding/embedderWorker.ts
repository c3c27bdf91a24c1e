import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PalaceError } from '../model/palaceError.ts';
import { embedRequestSchema, workerOptionsSchema, type WorkerMessage } from './embedderMessages.ts';
import { readModelFolder } from './modelFolder.ts';
import { ortFilesIn } from './ortSession.ts';
import { loadSentenceEncoder, type SentenceEncoder } from './sentenceEncoder.ts';

const load = async (): Promise<SentenceEncoder> => {
  const { modelFolder, ortFolder } = workerOptionsSchema.parse(workerData);
  const encoder = await loadSentenceEncoder(await readModelFolder(modelFolder), ortFilesIn(ortFolder));
  // The first run is by far the slowest, and it checks that the model's output matches its description.
  await encoder.encode('Warm up.', 'drawer');
  return encoder;
};

const serve = (port: MessagePort): void => {
  const tell = (message: WorkerMessage): void => port.postMessage(message);
  const loading = load();
  const answer = async (message: unknown): Promise<void> => {
    const encoder = await loading;
    const { text, kind } = embedRequestSchema.parse(message);
    tell({ type: 'vector', vector: await encoder.encode(text, kind) });
  };
  // Listens while the model loads: without a live handle, Node would hold back the first message until V8 has
  // optimised the engine in the background. A failure stays uncaught on purpose and ends the worker: after one, the
  // engine's memory can't be trusted any more.
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
    ({ stamp }) => tell({ type: 'ready', stamp }),
    (thrown: unknown) => {
      const { code, message } = PalaceError.from(thrown, 'E_EMBEDDING');
      tell({ type: 'unusable', code, message });
    },
  );
};

if (parentPort === null) throw new Error('The embedder runs as a worker thread.');
serve(parentPort);
