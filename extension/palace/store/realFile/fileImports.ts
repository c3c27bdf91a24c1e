import { errno } from './wasiErrno.ts';
import type { FileTable } from './fileTable.ts';
import type { WasmMemory } from './wasmMemory.ts';

const lock = { get: 12, set: 13, setAndWait: 14, unlocked: 2 } as const;

/** `read` and `write` take a list of (pointer, length) pairs. Stops at the first pair that is not moved completely. */
const eachVector = (
  memory: WasmMemory,
  vectors: number,
  count: number,
  movedPointer: number,
  move: (pointer: number, length: number) => number,
): number => {
  let total = 0;
  for (let i = 0; i < count; i++) {
    const length = memory.uint32(vectors + 8 * i + 4);
    const moved = move(memory.uint32(vectors + 8 * i), length);
    if (moved < 0) {
      if (total === 0) return -moved;
      break;
    }
    total += moved;
    if (moved < length) break;
  }
  memory.setUint32(movedPointer, total);
  return 0;
};

/**
 * The file system calls that SQLite's module imports. They work on the files of one table at a time. `__syscall_*`
 * return a result or a negative error number, `fd_*` return 0 or a positive one, as their two interfaces require.
 */
export const fileImports = (files: () => FileTable, memory: () => WasmMemory) => {
  const stat = (found: ReturnType<FileTable['stat']>, pointer: number): number => {
    if (typeof found === 'number') return found;
    memory().writeStat(pointer, found.stat, found.inode);
    return 0;
  };
  const statByName = (name: number, pointer: number): number =>
    stat(files().stat(memory().cString(name)), pointer);
  /** Permissions are only set when a file is created. */
  const nothingToDo = (): number => 0;
  const unsupported = (): number => -errno.ENOSYS;

  return {
    __syscall_openat: (_folder: number, name: number, flags: number, rest: number): number =>
      files().open(memory().cString(name), flags, rest === 0 ? 0 : memory().uint32(rest)),
    __syscall_stat64: statByName,
    // A link is treated as its target: SQLite need not distinguish links in this folder.
    __syscall_lstat64: statByName,
    __syscall_newfstatat: (_folder: number, name: number, pointer: number): number => statByName(name, pointer),
    __syscall_fstat64: (descriptor: number, pointer: number): number =>
      stat(files().statOpen(descriptor), pointer),
    __syscall_faccessat: (_folder: number, name: number): number => {
      const found = files().stat(memory().cString(name));
      return typeof found === 'number' ? found : 0;
    },
    __syscall_unlinkat: (_folder: number, name: number, flags: number): number =>
      flags === 0 ? files().unlink(memory().cString(name)) : -errno.EINVAL,
    __syscall_ftruncate64: (descriptor: number, length: bigint): number =>
      files().truncate(descriptor, Number(length)),
    __syscall_fcntl64: (descriptor: number, command: number, rest: number): number => {
      if (!files().isOpen(descriptor)) return -errno.EBADF;
      // The palace's own lock keeps other processes out, so every lock is granted.
      if (command === lock.get) memory().setUint16(memory().uint32(rest), lock.unlocked);
      return 0;
    },
    __syscall_fchmod: nothingToDo,
    __syscall_chmod: nothingToDo,
    __syscall_fchown32: nothingToDo,
    __syscall_utimensat: nothingToDo,
    __syscall_mkdirat: unsupported,
    __syscall_rmdir: unsupported,
    __syscall_readlinkat: (): number => -errno.EINVAL,
    __syscall_getcwd: (pointer: number, size: number): number => {
      if (size < 2) return -errno.EOVERFLOW;
      memory().bytes.write('/\0', pointer);
      return 2;
    },
    ...streamImports(files, memory),
    _mmap_js: unsupported,
    _munmap_js: unsupported,
  };
};

/** Reading, writing and closing by descriptor. */
const streamImports = (files: () => FileTable, memory: () => WasmMemory) => ({
  fd_read: (descriptor: number, vectors: number, count: number, moved: number): number =>
    eachVector(memory(), vectors, count, moved, (pointer, length) =>
      files().read(descriptor, memory().bytes, pointer, length),
    ),
  fd_write: (descriptor: number, vectors: number, count: number, moved: number): number =>
    eachVector(memory(), vectors, count, moved, (pointer, length) =>
      files().write(descriptor, memory().bytes, pointer, length),
    ),
  fd_seek: (descriptor: number, offset: bigint, from: number, position: number): number => {
    const result = files().seek(descriptor, Number(offset), from);
    if (result < 0) return -result;
    memory().setUint64(position, BigInt(result));
    return 0;
  },
  fd_sync: (descriptor: number): number => -files().sync(descriptor),
  fd_close: (descriptor: number): number => -files().close(descriptor),
  fd_fdstat_get: (): number => errno.EBADF,
});
