import { constants } from 'node:fs';
import type { FileSystem } from './fileSystem.ts';
import { errnoName } from './wasiErrno.ts';

/** Whether a file, not a folder, has this name. */
export const isThere = (fileSystem: FileSystem, path: string): boolean => {
  try {
    return !fileSystem.stat(path).isFolder;
  } catch (thrown) {
    if (errnoName(thrown) === 'ENOENT') return false;
    throw thrown;
  }
};

/** Bytes of a file; 0 if it is missing. */
export const sizeOrZero = (fileSystem: FileSystem, path: string): number => {
  try {
    return fileSystem.stat(path).size;
  } catch (thrown) {
    if (errnoName(thrown) === 'ENOENT') return 0;
    throw thrown;
  }
};

export const removeIfThere = (fileSystem: FileSystem, path: string): void => {
  if (isThere(fileSystem, path)) fileSystem.unlink(path);
};

/** Waits until a file's bytes are on the disk. */
export const syncFile = (fileSystem: FileSystem, path: string): void => {
  const file = fileSystem.open(path, constants.O_RDWR, 0);
  try {
    fileSystem.sync(file);
  } finally {
    fileSystem.close(file);
  }
};
