import path from 'node:path';
import { repairPalace as repairFiles, type RepairReport } from '../palace/store/repair/repairPalace.ts';
import { nodeFileSystem } from '../palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../palace/store/realFile/loadSqlite.ts';
import { lockPalace } from './ownership/palaceLock.ts';

export type { RepairReport };

interface RepairRequest {
  readonly folder: string;
  /** Folder that holds the WebAssembly files. */
  readonly distFolder: string;
  /** Report what would be saved, and change nothing. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Makes a sound palace out of a damaged one that nobody has open. Throws the errors of the store's `repairPalace` and those of
 * the lock, such as E_PALACE_IN_USE.
 */
export const repairPalace = async ({
  folder,
  distFolder,
  dryRun,
  signal,
}: RepairRequest): Promise<RepairReport> => {
  const lock = await lockPalace(folder, () => undefined);
  try {
    return await repairFiles({
      folder,
      fileSystem: nodeFileSystem,
      sqlite: await loadSqlite(path.join(distFolder, 'sql-wasm-debug.wasm')),
      clock: () => new Date(),
      dryRun,
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await lock.release();
  }
};
