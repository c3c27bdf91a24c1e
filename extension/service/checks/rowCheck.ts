import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';

/** What the worker is started with. */
export const rowCheckSettingsSchema = z.object({ folder: z.string(), sqliteWasm: z.string() });

/** What it says, once: whether every row is as this program writes it. */
const rowCheckAnswerSchema = z.object({ sound: z.boolean() });
export type RowCheckAnswer = z.infer<typeof rowCheckAnswerSchema>;

/**
 * Whether every row of a palace is as this program writes it, found in a worker of its own while the caller reads the palace. False,
 * too, where that could not be found out.
 */
export const rowsAreSound = async (folder: string, distFolder: string): Promise<boolean> => {
  const settings: z.infer<typeof rowCheckSettingsSchema> = {
    folder,
    sqliteWasm: path.join(distFolder, 'sql-wasm-debug.wasm'),
  };
  const worker = new Worker(path.join(distFolder, 'rowCheck.cjs'), {
    workerData: settings,
    stdout: false,
    stderr: false,
  });
  try {
    const [message] = (await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(() => [undefined]),
    ])) as unknown[];
    return rowCheckAnswerSchema.safeParse(message).data?.sound === true;
  } catch {
    return false;
  } finally {
    await worker.terminate();
  }
};
