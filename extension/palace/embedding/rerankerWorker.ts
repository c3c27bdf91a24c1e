import '../../base/interpretedSchemas.ts';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PalaceError } from '../model/errors/palaceError.ts';
import { loadCrossEncoder } from './crossEncoder.ts';
import { rerankerOptionsSchema, rerankRequestSchema, type RerankerMessage } from './rerankerMessages.ts';

const serve = (port: MessagePort): void => {
  const tell = (message: RerankerMessage): void => port.postMessage(message);
  const { modelFolder, ortFolder } = rerankerOptionsSchema.parse(workerData);
  const loading = loadCrossEncoder(modelFolder, ortFolder);
  /** A newer request ends an older one, whose caller has given up by then. */
  let latest = 0;
  const answer = async (message: unknown): Promise<void> => {
    const { id, query, texts } = rerankRequestSchema.parse(message);
    latest = id;
    try {
      const encode = await loading;
      const scores: number[] = [];
      for (const text of texts) {
        if (latest !== id) return;
        scores.push(await encode(query, text));
      }
      tell({ type: 'scores', id, scores });
    } catch (thrown) {
      const { code, message: what } = PalaceError.from(thrown, 'E_RERANKER');
      tell({ type: 'failed', id, code, message: what });
    }
  };
  port.on('message', (message: unknown) => void answer(message));
  loading.then(
    () => tell({ type: 'ready' }),
    (thrown: unknown) => {
      const { code, message } = PalaceError.from(thrown, 'E_RERANKER');
      tell({ type: 'unusable', code, message });
    },
  );
};

if (parentPort === null) throw new Error('The reranker runs as a worker thread.');
serve(parentPort);
