import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod';

/** The worker's start options. */
export const rowCheckSettingsSchema = z.object({ folder: z.string(), sqliteWasm: z.string() });

/** The worker's single message: whether every row is as this program writes it. */
const rowCheckAnswerSchema = z.object({ sound: z.boolean() });
export type RowCheckAnswer = z.infer<typeof rowCheckAnswerSchema>;

/**
 * Whether every row of a palace is as this program writes it, checked in a worker while the caller reads the
 * palace. Also false if the check could not be made.
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
