import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { renameFileSync } from '../../../base/files/renameFile.ts';

export interface FileStat {
  /** Bytes. */
  readonly size: number;
  readonly isFolder: boolean;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * The file operations that the store uses. SQLite reaches the disk only through these, so a test can pass one that
 * fails. Each throws an error with Node's `code` (`ENOSPC`, `EIO`, …). `read` and `write` may move fewer bytes than
 * asked; `read` returns 0 at the end of the file.
 */
export interface FileSystem {
  /** `flags` are those of `node:fs`' `constants`. */
  open(path: string, flags: number, mode: number): number;
  close(file: number): void;
  read(file: number, into: Uint8Array, offset: number, length: number, position: number): number;
  write(file: number, from: Uint8Array, offset: number, length: number, position: number): number;
  stat(path: string): FileStat;
  statOpen(file: number): FileStat;
  truncate(file: number, length: number): void;
  sync(file: number): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  /** Creates its parents too; no error if it exists. */
  makeFolder(path: string): void;
  /** Names, in no particular order. */
  list(folder: string): string[];
  /** Throws unless files may be created in the folder. */
  checkWritable(folder: string): void;
}

const fileStat = (stats: Stats): FileStat => ({
  size: stats.size,
  isFolder: stats.isDirectory(),
  mode: stats.mode & 0o777,
});

export const nodeFileSystem: FileSystem = {
  open: openSync,
  close: closeSync,
  read: readSync,
  write: writeSync,
  stat: (path) => fileStat(statSync(path)),
  statOpen: (file) => fileStat(fstatSync(file)),
  truncate: ftruncateSync,
  sync: fsyncSync,
  unlink: unlinkSync,
  rename: (from, to) => renameFileSync(from, to),
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  list: (folder) => readdirSync(folder),
  checkWritable: (folder) => accessSync(folder, constants.R_OK | constants.W_OK),
};
