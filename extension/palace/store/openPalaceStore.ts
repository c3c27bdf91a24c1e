import { nodeFileSystem, type FileSystem } from './realFile/fileSystem.ts';
import { loadSqlite } from './realFile/loadSqlite.ts';
import type { DatabaseEnvironment } from './openDatabase.ts';
import { openPalace, type OpenPalaceOptions } from './openPalace.ts';
import type { AbandonableStore } from './palaceStore.ts';

interface OpenPalaceStoreOptions {
  /** Created if it does not exist. The caller holds the palace's lock. */
  readonly folder: string;
  /** Path of `sql-wasm-debug.wasm`. */
  readonly sqliteWasm: string;
  readonly fileSystem?: FileSystem;
  readonly clock?: () => Date;
  /** As in {@link DatabaseEnvironment}. */
  readonly demandTurn?: DatabaseEnvironment['demandTurn'];
  /** As in {@link OpenPalaceOptions}. */
  readonly isDiskFull?: OpenPalaceOptions['isDiskFull'];
  /** As in {@link OpenPalaceOptions}. */
  readonly rowsAreChecked?: OpenPalaceOptions['rowsAreChecked'];
  /** As in {@link OpenPalaceOptions}. */
  readonly isReadOnly?: OpenPalaceOptions['isReadOnly'];
}

/** Loads SQLite and opens a folder's palace. Errors: those of {@link openPalace}, and E_SQLITE_INCOMPATIBLE. */
export const openPalaceStore = async (options: OpenPalaceStoreOptions): Promise<AbandonableStore> => {
  const {
    folder,
    sqliteWasm,
    fileSystem = nodeFileSystem,
    clock = () => new Date(),
    demandTurn,
    rowsAreChecked,
    isDiskFull = false,
    isReadOnly = false,
  } = options;
  return openPalace({
    folder,
    sqlite: await loadSqlite(sqliteWasm),
    fileSystem,
    clock,
    demandTurn,
    rowsAreChecked,
    isDiskFull,
    isReadOnly,
  });
};
