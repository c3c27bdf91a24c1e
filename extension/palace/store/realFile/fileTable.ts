import { constants } from 'node:fs';
import path from 'node:path';
import { errno, errnoName, type ErrnoName } from './wasiErrno.ts';
import type { FileStat, FileSystem } from './fileSystem.ts';
import { logLayout, type LogTail } from './logTail.ts';
import { ReadAhead } from './readAhead.ts';

/** A file operation that failed. */
export interface DiskFailure {
  readonly code: ErrnoName;
  readonly operation: string;
  readonly path: string;
}

interface OpenFile {
  /** Position of the first frame written to a write-ahead log since the log was last declared committed. */
  logTail?: number | undefined;
  readonly path: string;
  /** Null for a missing file of a read-only palace, which reads as empty, and for a folder on Windows. */
  readonly handle: number | null;
  position: number;
  /** Its name is not durable yet: its first sync makes it so, since only then does its content have to last. */
  isNew: boolean;
}

/** `open` flags of Emscripten's C library. */
const openFlag = { accessMode: 3, readWrite: 2, create: 0o100, exclusive: 0o200, truncate: 0o1000 } as const;
const whence = { start: 0, current: 1, end: 2 } as const;
// A link would lead to a file that another lock guards. On Windows, opening a name does not follow links.
const noLink = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const firstDescriptor = 1000;
const emptyFile: FileStat = { size: 0, isFolder: false, mode: 0o600 };

/**
 * The files that one SQLite connection sees: the palace folder is their root, and nothing outside it is visible.
 * Descriptors and positions are kept here. Every call returns a result ≥ 0 or a negative error number, like a
 * system call.
 *
 * With `readOnly`, nothing on disk changes: files open for reading, a missing log reads as empty, and writes are
 * refused with EROFS.
 */
export class FileTable {
  readonly #fileSystem: FileSystem;
  readonly #root: string;
  readonly #readOnly: boolean;
  readonly #ahead: ReadAhead;
  readonly #open = new Map<number, OpenFile>();
  readonly #inodes = new Map<string, number>();
  #nextDescriptor = firstDescriptor;
  /** The latest failure other than "no such file", until it is cleared. */
  failure: DiskFailure | undefined;

  constructor(fileSystem: FileSystem, root: string, readOnly: boolean) {
    this.#fileSystem = fileSystem;
    this.#root = root;
    this.#readOnly = readOnly;
    this.#ahead = new ReadAhead(fileSystem);
  }

  open(name: string, flags: number, mode: number): number {
    const write = (flags & openFlag.accessMode) !== 0;
    const create = (flags & openFlag.create) !== 0;
    const file = this.#resolve(name);
    return this.#call('open', file, () => {
      if (this.#readOnly) return this.#add(file, this.#openForReading(file, create));
      const exists = this.#exists(file);
      // Windows can't open folders; SQLite opens one only to sync it.
      if (exists && !write && process.platform === 'win32' && this.#fileSystem.stat(file).isFolder)
        return this.#add(file, null);
      const handle = this.#fileSystem.open(
        file,
        (write ? constants.O_RDWR | noLink : constants.O_RDONLY) |
          (create ? constants.O_CREAT : 0) |
          ((flags & openFlag.exclusive) !== 0 ? constants.O_EXCL : 0) |
          ((flags & openFlag.truncate) !== 0 ? constants.O_TRUNC : 0),
        mode & 0o600,
      );
      return this.#add(file, handle, !exists && create);
    });
  }

  stat(name: string): { readonly stat: FileStat; readonly inode: number } | number {
    const file = this.#resolve(name);
    let stat: FileStat | undefined;
    const result = this.#call('stat', file, () => ((stat = this.#fileSystem.stat(file)), 0));
    return stat === undefined ? result : { stat, inode: this.#inode(file) };
  }

  statOpen(descriptor: number): { readonly stat: FileStat; readonly inode: number } | number {
    const file = this.#open.get(descriptor);
    if (file === undefined) return -errno.EBADF;
    let stat: FileStat | undefined;
    const result = this.#call('stat', file.path, () => ((stat = this.#size(file)), 0));
    return stat === undefined ? result : { stat, inode: this.#inode(file.path) };
  }

  unlink(name: string): number {
    const file = this.#resolve(name);
    if (this.#readOnly) return this.#refuse('unlink', file);
    return this.#call('unlink', file, () => {
      this.#fileSystem.unlink(file);
      this.#inodes.delete(file);
      this.#syncFolderOf(file);
      return 0;
    });
  }

  truncate(descriptor: number, length: number): number {
    return this.#on(descriptor, 'truncate', (file) => {
      if (file.handle === null || this.#readOnly) return this.#refuse('truncate', file.path);
      this.#ahead.forget();
      this.#fileSystem.truncate(file.handle, length);
      return 0;
    });
  }

  /** Returns the new position. */
  seek(descriptor: number, offset: number, from: number): number {
    return this.#on(descriptor, 'seek', (file) => {
      const base = from === whence.start ? 0 : from === whence.current ? file.position : this.#size(file).size;
      if (from > whence.end || base + offset < 0) return -errno.EINVAL;
      file.position = base + offset;
      return file.position;
    });
  }

  /** Reads until `length` bytes are read or the file ends. Returns how many were read. */
  read(descriptor: number, into: Uint8Array, offset: number, length: number): number {
    return this.#on(descriptor, 'read', (file) => {
      const { handle } = file;
      if (handle === null) return 0;
      if (this.#ahead.read(handle, into, offset, length, file.position)) {
        file.position += length;
        return length;
      }
      return moveAll(file, length, (done, position) =>
        this.#fileSystem.read(handle, into, offset + done, length - done, position),
      );
    });
  }

  /**
   * Writes until everything is written. After some bytes, an error only ends the call; the next call meets and
   * reports it.
   */
  write(descriptor: number, from: Uint8Array, offset: number, length: number): number {
    return this.#on(descriptor, 'write', (file) => {
      const { handle } = file;
      if (handle === null || this.#readOnly) return this.#refuse('write', file.path);
      this.#ahead.forget();
      if (file.path.endsWith(logLayout.suffix) && file.position >= logLayout.headerBytes)
        file.logTail = Math.min(file.logTail ?? file.position, file.position);
      return moveAll(file, length, (done, position) =>
        this.#fileSystem.write(handle, from, offset + done, length - done, position),
      );
    });
  }

  sync(descriptor: number): number {
    return this.#on(descriptor, 'sync', (file) => {
      if (file.handle === null || this.#readOnly) return 0;
      this.#fileSystem.sync(file.handle);
      if (file.isNew) this.#syncFolderOf(file.path);
      file.isNew = false;
      return 0;
    });
  }

  close(descriptor: number): number {
    return this.#on(descriptor, 'close', (file) => {
      this.#open.delete(descriptor);
      // The system may give its number to another file.
      this.#ahead.forget();
      if (file.handle !== null) this.#fileSystem.close(file.handle);
      return 0;
    });
  }

  /** Later reads see what others have written up to now. */
  forgetAhead(): void {
    this.#ahead.forget();
  }

  /** Declares everything written to the log so far as committed. */
  keepLogTail(): void {
    for (const file of this.#open.values()) file.logTail = undefined;
  }

  /** The position of the log's first frame that is not known to be committed. */
  get logTail(): LogTail | undefined {
    for (const { path: file, logTail } of this.#open.values())
      if (logTail !== undefined) return { path: file, position: logTail };
    return undefined;
  }

  isOpen(descriptor: number): boolean {
    return this.#open.has(descriptor);
  }

  /** Closes every file, whatever state SQLite left it in. */
  closeAll(): void {
    for (const descriptor of [...this.#open.keys()]) this.close(descriptor);
  }

  #on(descriptor: number, operation: string, work: (file: OpenFile) => number): number {
    const file = this.#open.get(descriptor);
    return file === undefined ? -errno.EBADF : this.#call(operation, file.path, () => work(file));
  }

  #call(operation: string, file: string, work: () => number): number {
    try {
      return work();
    } catch (thrown) {
      const code = errnoName(thrown);
      if (code === undefined) throw thrown;
      if (code !== 'ENOENT') this.failure = { code, operation, path: file };
      return -errno[code];
    }
  }

  #refuse(operation: string, file: string): number {
    this.failure = { code: 'EROFS', operation, path: file };
    return -errno.EROFS;
  }

  /** SQLite's paths are absolute with `/`; the palace folder is their root. */
  #resolve(name: string): string {
    return path.join(
      this.#root,
      ...name.split('/').filter((part) => part !== '' && part !== '.' && part !== '..'),
    );
  }

  #exists(file: string): boolean {
    try {
      this.#fileSystem.stat(file);
      return true;
    } catch (thrown) {
      if (errnoName(thrown) === 'ENOENT') return false;
      throw thrown;
    }
  }

  #openForReading(file: string, create: boolean): number | null {
    try {
      return this.#fileSystem.open(file, constants.O_RDONLY, 0);
    } catch (thrown) {
      if (create && errnoName(thrown) === 'ENOENT') return null;
      throw thrown;
    }
  }

  #add(file: string, handle: number | null, isNew = false): number {
    const descriptor = this.#nextDescriptor++;
    this.#open.set(descriptor, { path: file, handle, position: 0, isNew });
    return descriptor;
  }

  #size(file: OpenFile): FileStat {
    return file.handle === null ? emptyFile : this.#fileSystem.statOpen(file.handle);
  }

  /** SQLite uses inode numbers only to see whether two files are the same. Not every system has real ones. */
  #inode(file: string): number {
    const known = this.#inodes.get(file);
    if (known !== undefined) return known;
    const inode = this.#nextDescriptor++;
    this.#inodes.set(file, inode);
    return inode;
  }

  /** A file's name is durable only once its folder is synced. */
  #syncFolderOf(file: string): void {
    syncFolder(this.#fileSystem, path.dirname(file));
  }
}

/** Makes the names in a folder durable. Windows has no such operation and does not need it. */
export const syncFolder = (fileSystem: FileSystem, folder: string): void => {
  if (process.platform === 'win32') return;
  const handle = fileSystem.open(folder, constants.O_RDONLY, 0);
  try {
    fileSystem.sync(handle);
  } finally {
    fileSystem.close(handle);
  }
};

/** Repeats a read or write that moved fewer bytes than asked, until it is complete or moves none. */
const moveAll = (file: OpenFile, length: number, move: (done: number, position: number) => number): number => {
  let done = 0;
  while (done < length) {
    let moved: number;
    try {
      moved = move(done, file.position);
    } catch (thrown) {
      if (done === 0 || errnoName(thrown) === undefined) throw thrown;
      break;
    }
    if (moved === 0) break;
    done += moved;
    file.position += moved;
  }
  return done;
};
