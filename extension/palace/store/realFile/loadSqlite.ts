import { reasonOf } from '../../../base/files/errno.ts';
import { readShipped } from '../../../base/files/shippedFile.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { FileSystem } from './fileSystem.ts';
import { FileTable } from './fileTable.ts';
import type { SqlDatabase } from './sqlDatabase.ts';
import type { SqlError } from './sqlError.ts';
import { SqliteConnection } from './sqliteConnection.ts';
import { startSqlite, type SqliteInstance } from './sqliteInstance.ts';

interface OpenOptions {
  /** The folder that holds the file; SQLite sees nothing outside it. */
  readonly folder: string;
  readonly file: string;
  readonly fileSystem: FileSystem;
  /** Changes nothing on disk, not even for recovery: the log is only read. Default false. */
  readonly readOnly?: boolean;
  /** Called with each error that is thrown. */
  readonly onError?: (error: SqlError) => void;
}

/**
 * SQLite, compiled once. Each open connection has an instance of its own, so that a failure of one does not affect
 * another.
 */
export interface Sqlite {
  /** Creates the file if it does not exist (unless `readOnly`). Throws `SqlError`. */
  open(options: OpenOptions): SqlDatabase;
}

/** SHA-256 of sql.js's `sql-wasm-debug.wasm`, of the version in package.json. */
const sqliteHash = 'd60edf60bd7134326204069ece82255dbe7c017f16664fbe6ed90ba89f277417';

/**
 * Loads the WebAssembly module of sql.js (its debug build, whose imports have readable names) and gives it real
 * files. `wasmFile` is the path of `sql-wasm-debug.wasm`. Throws `E_SQLITE_INCOMPATIBLE` if the module is missing,
 * is not the shipped one, or imports something that is not provided here.
 */
export const loadSqlite = async (wasmFile: string): Promise<Sqlite> => {
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(await readShipped(wasmFile, sqliteHash));
  } catch (thrown) {
    throw new PalaceError(
      'E_SQLITE_INCOMPATIBLE',
      errorText`SQLite could not be loaded from ${wasmFile}: ${reasonOf(thrown)}.`,
      { cause: thrown },
    );
  }
  // An instance takes 22 MB. After a clean close it is as good as new and serves the next connection.
  let spare: SqliteInstance | undefined;
  const open = ({
    folder,
    file,
    fileSystem,
    readOnly = false,
    onError = () => undefined,
  }: OpenOptions): SqlDatabase => {
    const instance = spare ?? startSqlite(module, wasmFile);
    spare = undefined;
    return new SqliteConnection(instance, new FileTable(fileSystem, folder, readOnly), {
      file,
      readOnly,
      onError,
      onClosed: () => void (spare = instance.memory.bytes.length <= spareBytes ? instance : undefined),
    });
  };
  return { open };
};

/** An instance with more memory is not kept. */
const spareBytes = 64 * 1024 * 1024;
