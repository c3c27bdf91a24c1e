import { Worker } from 'node:worker_threads';
import path from 'node:path';
import * as z from 'zod';
import type { LinkedMethod } from '../../palace/contract/linkedPalaces.ts';
import { palaceCall, type Params, type Result } from '../../palace/contract/palaceApi.ts';
import { errorText } from '../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { fromWireError, wireErrorSchema } from '../wire/wireError.ts';

/** The worker's start options. */
export const readerSettingsSchema = z.object({ folder: z.string(), sqliteWasm: z.string() });

/** A request to the worker. */
export const readerRequestSchema = z.object({ call: z.number().int(), method: z.string(), params: z.unknown() });

/** The worker's messages: first whether the palace is open (call 0), then an answer per call. */
const readerAnswerSchema = z.union([
  z.object({ call: z.number().int(), answer: z.unknown(), error: z.undefined().optional() }),
  z.object({ call: z.number().int(), error: wireErrorSchema }),
]);
export type ReaderAnswer = z.input<typeof readerAnswerSchema>;

/**
 * A palace that nobody has open, read in a worker of this process. Nothing in it is written, and it is not locked.
 */
interface PalaceReader {
  readonly call: <M extends LinkedMethod>(method: M, params: Params<M>) => Promise<Result<M>>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a palace for reading. Rejects with the store's errors: a palace that is damaged, older, newer or missing is
 * not read.
 */
export const openReader = async (folder: string, distFolder: string): Promise<PalaceReader> => {
  const worker = new Worker(path.join(distFolder, 'reader.cjs'), {
    workerData: {
      folder,
      sqliteWasm: path.join(distFolder, 'sql-wasm-debug.wasm'),
    } satisfies z.infer<typeof readerSettingsSchema>,
    stdout: false,
    stderr: false,
  });
  // Nothing would be lost if it ended.
  worker.unref();
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: PalaceError) => void }>();
  let ended: PalaceError | undefined;
  const answerTo = (call: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended === undefined) waiting.set(call, { resolve, reject });
      else reject(ended);
    });
  const end = (reason: string): void => {
    ended ??= new PalaceError('E_OWNER_GONE', errorText`Reading the palace ${folder} has ended: ${reason}.`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', (message: unknown) => {
    const { data } = readerAnswerSchema.safeParse(message);
    const call = data === undefined ? undefined : waiting.get(data.call);
    if (data === undefined || call === undefined) return;
    waiting.delete(data.call);
    if (data.error === undefined) call.resolve('answer' in data ? data.answer : undefined);
    else call.reject(fromWireError(data.error));
  });
  worker.once('error', (error) => end(error.message));
  worker.once('exit', (code) => end(`exit code ${code}`));
  const close = async (): Promise<void> => void (await worker.terminate());
  let last = 0;
  try {
    await answerTo(0);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    call: async (method, params) => {
      const call = (last += 1);
      const answer = answerTo(call);
      worker.postMessage({ call, method, params } satisfies z.infer<typeof readerRequestSchema>);
      return (await palaceCall(method)).result.parse(await answer) as never;
    },
    close,
  };
};
