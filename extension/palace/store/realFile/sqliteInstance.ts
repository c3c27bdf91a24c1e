import { errorText, type ErrorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { fileImports } from './fileImports.ts';
import type { FileTable } from './fileTable.ts';
import { hostImports } from './hostImports.ts';
import { sqliteExports, type SqliteCalls } from './sqliteExports.ts';
import { WasmMemory } from './wasmMemory.ts';

/** A running SQLite. It serves one connection at a time, on the files passed to `use`. */
export interface SqliteInstance {
  readonly call: SqliteCalls;
  readonly memory: WasmMemory;
  use(files: FileTable): void;
}

/** Throws `E_SQLITE_INCOMPATIBLE`, which names what the module asks for or lacks; `origin` is the module's path. */
export const startSqlite = (module: WebAssembly.Module, origin: string): SqliteInstance => {
  const current: { memory?: WasmMemory; files?: FileTable } = {};
  const memoryNow = (): WasmMemory => there(current.memory);
  const offered: Readonly<Record<string, WebAssembly.ImportValue>> = {
    ...fileImports(() => there(current.files), memoryNow),
    ...hostImports(memoryNow),
  };
  const missing = WebAssembly.Module.imports(module).filter(
    ({ name, kind }) => kind !== 'function' || !Object.hasOwn(offered, name),
  );
  if (missing.length > 0)
    throw incompatible(
      errorText`${origin} is not the SQLite that this version was made for: it asks for ${missing.map(({ name }) => name).join(', ')}.`,
    );
  const sqlite = sqliteExports(
    new WebAssembly.Instance(module, { env: offered, wasi_snapshot_preview1: offered }).exports,
  );
  if ('missing' in sqlite)
    throw incompatible(
      errorText`${origin} is not the SQLite that this version was made for: it lacks ${sqlite.missing.join(', ')}.`,
    );
  const memory = new WasmMemory(sqlite.memory);
  current.memory = memory;
  sqlite.call.emscripten_stack_init();
  sqlite.call.__set_stack_limits(sqlite.call.emscripten_stack_get_base(), sqlite.call.emscripten_stack_get_end());
  sqlite.call.__wasm_call_ctors();
  return { call: sqlite.call, memory, use: (files) => void (current.files = files) };
};

const there = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('SQLite called out before it was started');
  return value;
};

const incompatible = (text: ErrorText): PalaceError => new PalaceError('E_SQLITE_INCOMPATIBLE', text);
