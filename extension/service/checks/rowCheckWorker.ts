import '../../base/interpretedSchemas.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { damagedRows } from '../../palace/store/rows/damagedRows.ts';
import { rowCheckSettingsSchema, type RowCheckAnswer } from './rowCheck.ts';

const { folder, sqliteWasm } = rowCheckSettingsSchema.parse(workerData);
// An unreadable palace ends the worker with an error, which is an answer, too.
void damagedRows(folder, sqliteWasm).then((rows) =>
  parentPort?.postMessage({ sound: rows.length === 0 } satisfies RowCheckAnswer),
);
