import { readdir, realpath, stat } from 'node:fs/promises';
import { openGuarded, readGuarded, type FileGate } from '../../base/files/guardedFile.ts';

const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean }): 'file' | 'folder' | 'other' => {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
};

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'symlink' | 'other';
}

export interface FileStat {
  readonly kind: 'file' | 'folder' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, fractions included; in the years 1 to 9999, see {@link fileTime}. */
  readonly mtimeMs: number;
  /** Distinguishes a file from another one that replaced it under the same name. */
  readonly inode: number;
}

/** The file system calls that mining needs. Paths are absolute; each call rejects as `node:fs` does. */
export interface FileAccess {
  list(folder: string): Promise<FolderEntry[]>;
  /** If the path is a link, of the link's target. */
  stat(path: string): Promise<FileStat>;
  realPath(path: string): Promise<string>;
  /** A regular file's bytes; rejects with a `RefusedFile` for anything else. */
  read(path: string, gate: FileGate): Promise<Uint8Array>;
  /** At most `bytes` bytes from a regular file's start. */
  readStart(path: string, bytes: number): Promise<Uint8Array>;
}

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The nearest time that a palace can hold. Some file systems keep any number of 64 bits, and broken archives and network
 * drives set such times.
 */
export const fileTime = (mtimeMs: number): number => Math.min(Math.max(mtimeMs, earliest), latest);

export const nodeFileAccess: FileAccess = {
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({
      name: entry.name,
      kind: entry.isSymbolicLink() ? 'symlink' : kindOf(entry),
    }));
  },
  async stat(path) {
    const found = await stat(path);
    return { kind: kindOf(found), size: found.size, mtimeMs: fileTime(found.mtimeMs), inode: found.ino };
  },
  realPath: (path) => realpath(path),
  read: readGuarded,
  async readStart(path, bytes) {
    const file = await openGuarded(path, { mostBytes: Infinity });
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
};
