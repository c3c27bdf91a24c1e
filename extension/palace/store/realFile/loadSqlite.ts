import { readFile } from 'node:fs/promises';
import { PalaceError } from '../../model/palaceError.ts';
import { fileImports } from './fileImports.ts';
import type { FileSystem } from './fileSystem.ts';
import { FileTable } from './fileTable.ts';
import { hostImports } from './hostImports.ts';
import type { SqlDatabase } from './sqlDatabase.ts';
import type { SqlError } from './sqlError.ts';
import { SqliteConnection } from './sqliteConnection.ts';
import { sqliteExports } from './sqliteExports.ts';
import { WasmMemory } from './wasmMemory.ts';

export interface OpenOptions {
  /** The folder that holds the file; SQLite sees nothing outside. */
  readonly folder: string;
  readonly file: string;
  readonly fileSystem: FileSystem;
  /** Changes nothing on disk, not even by recovery: the log is read, not written. Default false. */
  readonly readOnly?: boolean;
  /** Told of each error as it is thrown. */
  readonly onError?: (error: SqlError) => void;
}

/** SQLite, compiled once. Each connection is an instance of its own: what befalls one does not reach another. */
export interface Sqlite {
  /** Creates the file if it is not there (unless `readOnly`). Throws `SqlError`. */
  open(options: OpenOptions): SqlDatabase;
}

/**
 * Loads the WebAssembly module of sql.js (its debug build, whose imports have readable names) and gives it real files.
 * `wasmFile` is the path of `sql-wasm-debug.wasm`.
 * Throws `E_SQLITE_INCOMPATIBLE` if the module is missing or wants what is not offered here.
 */
export const loadSqlite = async (wasmFile: string): Promise<Sqlite> => {
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(await readFile(wasmFile));
  } catch (thrown) {
    throw new PalaceError('E_SQLITE_INCOMPATIBLE', `SQLite could not be loaded from ${wasmFile}.`, { cause: thrown });
  }
  const imports = WebAssembly.Module.imports(module);

  const open = ({ folder, file, fileSystem, readOnly = false, onError = () => undefined }: OpenOptions): SqlDatabase => {
    const files = new FileTable(fileSystem, folder, readOnly);
    const started: { memory?: WasmMemory } = {};
    const memoryOnceStarted = (): WasmMemory => {
      if (started.memory === undefined) throw new Error('SQLite called out before it was started');
      return started.memory;
    };
    const offered: Readonly<Record<string, WebAssembly.ImportValue>> = {
      ...fileImports(files, memoryOnceStarted), ...hostImports(memoryOnceStarted),
    };
    const missing = imports.filter(({ name, kind }) => kind !== 'function' || !Object.hasOwn(offered, name));
    if (missing.length > 0) throw incompatible(wasmFile, 'asks for', missing.map(({ name }) => name));
    const instance = new WebAssembly.Instance(module, { env: offered, wasi_snapshot_preview1: offered });
    const sqlite = sqliteExports(instance.exports);
    if ('missing' in sqlite) throw incompatible(wasmFile, 'lacks', sqlite.missing);
    const memory = new WasmMemory(sqlite.memory);
    started.memory = memory;
    sqlite.call.emscripten_stack_init();
    sqlite.call.__set_stack_limits(sqlite.call.emscripten_stack_get_base(), sqlite.call.emscripten_stack_get_end());
    sqlite.call.__wasm_call_ctors();
    return new SqliteConnection(sqlite.call, memory, files, file, onError);
  };
  return { open };
};

const incompatible = (wasmFile: string, verb: string, names: readonly string[]): PalaceError =>
  new PalaceError('E_SQLITE_INCOMPATIBLE', `${wasmFile} is not the SQLite that this version was made for: it ${verb} ${names.join(', ')}.`);
