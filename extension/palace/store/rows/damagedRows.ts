import type { DamagedRow } from '../palaceStore.ts';
import { openDatabase } from '../openDatabase.ts';
import { nodeFileSystem } from '../realFile/fileSystem.ts';
import { loadSqlite } from '../realFile/loadSqlite.ts';
import { badRows } from './badRows.ts';

/**
 * The rows of a palace that this program can't have written. It only reads, and nobody may write meanwhile. Throws `SqlError`.
 * @param sqliteWasm path of `sql-wasm-debug.wasm`
 */
export const damagedRows = async (folder: string, sqliteWasm: string): Promise<DamagedRow[]> => {
  const place = { folder, sqlite: await loadSqlite(sqliteWasm), fileSystem: nodeFileSystem };
  const database = openDatabase(place, { readOnly: true });
  try {
    return badRows(database);
  } finally {
    database.abandon();
  }
};
