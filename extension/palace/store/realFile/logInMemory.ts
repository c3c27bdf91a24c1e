import { constants } from 'node:fs';
import { isErrno } from '../../../base/files/errno.ts';
import { logLayout } from './logTail.ts';
import type { FileStat, FileSystem } from './fileSystem.ts';
import { readBytes } from './readBytes.ts';

/** A log's bytes, which grow in memory. */
interface HeldLog {
  bytes: Buffer;
  length: number;
}

/** Handles of logs; the system's own are never negative. */
const firstHandle = -2;

/**
 * The same files, with changes that last only as long as this object: write-ahead logs are read once and then
 * written in memory, and nothing on disk changes. What a database commits this way, only that database sees. It
 * must never be checkpointed.
 */
export const logInMemory = (fileSystem: FileSystem): FileSystem => {
  const logs = new Map<string, HeldLog>();
  const open = new Map<number, HeldLog>();
  let next = firstHandle;
  const logOf = (path: string): HeldLog => {
    const known = logs.get(path);
    if (known !== undefined) return known;
    // SQLite could not write into a file that it has a log now, as it must for one that says it has none. It takes what is not empty for
    // a log, also without a frame.
    const found = readWhole(fileSystem, path);
    const bytes = found.length === 0 ? Buffer.alloc(logLayout.headerBytes) : found;
    const log = { bytes, length: bytes.length };
    logs.set(path, log);
    return log;
  };
  const held = (file: number): HeldLog | undefined => open.get(file);
  const isLog = (path: string): boolean => path.endsWith(logLayout.suffix);
  return {
    ...fileSystem,
    open: (path, flags, mode) => {
      if (!isLog(path)) return fileSystem.open(path, flags & constants.O_DIRECTORY, mode);
      open.set(next, logOf(path));
      return next--;
    },
    close: (file) => void (open.delete(file) || fileSystem.close(file)),
    read: (file, into, offset, length, position) => {
      const log = held(file);
      if (log === undefined) return fileSystem.read(file, into, offset, length, position);
      return log.bytes.copy(into, offset, position, Math.min(log.length, position + length));
    },
    write: (file, from, offset, length, position) => {
      const log = held(file);
      if (log === undefined) throw refused('write');
      grow(log, position + length);
      log.bytes.set(from.subarray(offset, offset + length), position);
      return length;
    },
    stat: (path) => (isLog(path) ? statOf(logOf(path)) : fileSystem.stat(path)),
    statOpen: (file) => {
      const log = held(file);
      return log === undefined ? fileSystem.statOpen(file) : statOf(log);
    },
    truncate: (file, length) => {
      const log = held(file);
      if (log === undefined) throw refused('truncate');
      log.length = Math.min(log.length, length);
    },
    sync: () => undefined,
    unlink: () => {
      throw refused('unlink');
    },
    rename: () => {
      throw refused('rename');
    },
    makeFolder: () => undefined,
  };
};

const statOf = ({ length }: HeldLog): FileStat => ({ size: length, isFolder: false, mode: 0o600 });

const grow = (log: HeldLog, length: number): void => {
  if (length > log.bytes.length) {
    const larger = Buffer.alloc(Math.ceil(length * 1.5));
    log.bytes.copy(larger, 0, 0, log.length);
    log.bytes = larger;
  } else if (length > log.length) log.bytes.fill(0, log.length, length);
  log.length = Math.max(log.length, length);
};

const refused = (operation: string): Error =>
  Object.assign(new Error(`${operation}: nothing on disk may change`), { code: 'EROFS' });

/** A missing log is an empty one. */
const readWhole = (fileSystem: FileSystem, path: string): Buffer => {
  let file: number;
  try {
    file = fileSystem.open(path, constants.O_RDONLY, 0);
  } catch (thrown) {
    if (isErrno(thrown, 'ENOENT')) return Buffer.alloc(0);
    throw thrown;
  }
  try {
    return readBytes(fileSystem, file, fileSystem.statOpen(file).size);
  } finally {
    fileSystem.close(file);
  }
};
