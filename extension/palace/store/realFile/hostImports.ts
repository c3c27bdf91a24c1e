import type { WasmMemory } from './wasmMemory.ts';

/** SQLite's module can't go on; the connection can't be used any more. */
class SqliteAborted extends Error {
  constructor(reason: string) {
    super(`SQLite stopped: ${reason}`);
    this.name = 'SqliteAborted';
  }
}

const clock = { realTime: 0 } as const;
const pageBytes = 65_536;
const maximumPages = 32_768;

/** What SQLite's module imports besides files: time, memory and aborting. It sees no environment and no time zone. */
export const hostImports = (memory: () => WasmMemory) => ({
  __assert_fail: (condition: number, file: number, line: number): never => {
    throw new SqliteAborted(`${memory().cString(condition)} (${memory().cString(file)}:${line})`);
  },
  __handle_stack_overflow: (): never => {
    throw new SqliteAborted('its stack is full');
  },
  _abort_js: (): never => {
    throw new SqliteAborted('it called abort()');
  },
  warnLegacyFunction: (): void => undefined,
  __syscall_geteuid32: (): number => 1000,
  emscripten_date_now: (): number => Date.now(),
  emscripten_get_now: (): number => performance.now(),
  clock_time_get: (kind: number, _precision: bigint, pointer: number): number => {
    const milliseconds = kind === clock.realTime ? Date.now() : performance.now();
    memory().setUint64(pointer, BigInt(Math.round(milliseconds * 1_000_000)));
    return 0;
  },
  environ_sizes_get: (count: number, bytes: number): number => {
    memory().setUint32(count, 0);
    memory().setUint32(bytes, 0);
    return 0;
  },
  environ_get: (): number => 0,
  _tzset_js: (): void => undefined,
  /** Non-zero means no local time; the store writes only UTC. */
  _localtime_js: (): number => 1,
  emscripten_get_heap_max: (): number => maximumPages * pageBytes,
  emscripten_resize_heap: (bytes: number): number => Number(memory().growTo(bytes >>> 0)),
});
