const names = [
  'malloc',
  'free',
  'sqlite3_open',
  'sqlite3_close_v2',
  'sqlite3_errmsg',
  'sqlite3_exec',
  'sqlite3_prepare_v2',
  'sqlite3_step',
  'sqlite3_reset',
  'sqlite3_finalize',
  'sqlite3_bind_text',
  'sqlite3_bind_blob',
  'sqlite3_bind_double',
  'sqlite3_bind_int',
  'sqlite3_clear_bindings',
  'sqlite3_changes',
  'sqlite3_column_type',
  'sqlite3_column_text',
  'sqlite3_column_bytes',
  'sqlite3_column_blob',
  'sqlite3_column_double',
  'sqlite3_backup_init',
  'sqlite3_backup_step',
  'sqlite3_backup_finish',
  'emscripten_stack_init',
  'emscripten_stack_get_base',
  'emscripten_stack_get_end',
  '__set_stack_limits',
  '__wasm_call_ctors',
] as const;

type Name = (typeof names)[number];
type WasmFunction = (...values: readonly number[]) => number;

/** SQLite's functions, by their C names. Pointers and numbers are both passed and returned as numbers. */
export type SqliteCalls = Readonly<Record<Name, WasmFunction>>;

/** Picks the functions and the memory that are used here, or names the missing ones. */
export const sqliteExports = (
  exports: WebAssembly.Instance['exports'],
):
  | { readonly call: SqliteCalls; readonly memory: WebAssembly.Memory }
  | { readonly missing: readonly string[] } => {
  const { memory } = exports;
  const missing: string[] = names.filter((name) => typeof exports[name] !== 'function');
  if (!(memory instanceof WebAssembly.Memory)) return { missing: [...missing, 'memory'] };
  const hasAll = (calls: object): calls is SqliteCalls => names.every((name) => name in calls);
  return missing.length === 0 && hasAll(exports) ? { call: exports, memory } : { missing };
};
