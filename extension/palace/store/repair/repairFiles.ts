import { constants } from 'node:fs';
import {
  backupsFolder,
  indexFile,
  inFolder,
  journalFile,
  logFile,
  palaceFile,
  wholeFile,
} from '../palaceFiles.ts';
import { errnoName } from '../realFile/wasiErrno.ts';
import { syncFolder } from '../realFile/fileTable.ts';
import { isThere, removeIfThere } from '../realFile/wholeFiles.ts';
import type { FileSystem } from '../realFile/fileSystem.ts';

const piece = 1024 * 1024;

/** Copies a file and waits until the copy is on the disk. The target must not exist. */
export const copyDurably = (fileSystem: FileSystem, from: string, to: string): void => {
  const source = fileSystem.open(from, constants.O_RDONLY, 0);
  try {
    const target = fileSystem.open(to, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const bytes = Buffer.alloc(piece);
      for (let at = 0; ;) {
        const read = fileSystem.read(source, bytes, 0, piece, at);
        if (read === 0) break;
        for (let done = 0; done < read;) done += fileSystem.write(target, bytes, done, read - done, at + done);
        at += read;
      }
      fileSystem.sync(target);
    } finally {
      fileSystem.close(target);
    }
  } finally {
    fileSystem.close(source);
  }
};

/** Paths of the backups, newest first. */
export const backupsOf = (fileSystem: FileSystem, folder: string): string[] => {
  try {
    return fileSystem
      .list(inFolder(folder, backupsFolder))
      .filter((name) => /^palace-.*\.sqlite$/.test(name))
      .sort()
      .reverse()
      .map((name) => `${backupsFolder}/${name}`);
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoName(thrown) ?? '')) return [];
    throw thrown;
  }
};

/** What the palace could be made from if its file were gone: one that a repair has completed, then the backups. */
export const copiesToRepairFrom = (fileSystem: FileSystem, folder: string): string[] => [
  ...(isThere(fileSystem, inFolder(folder, wholeFile)) ? [wholeFile] : []),
  ...backupsOf(fileSystem, folder),
];

/**
 * Replaces the palace with {@link wholeFile}. The damaged files are first copied aside completely. If the process
 * is killed at any point, the folder holds them, and either the old palace with {@link wholeFile} or the new one.
 * Returns the folder with the damaged files.
 */
export const exchangeFiles = (fileSystem: FileSystem, folder: string, stamp: string): string => {
  const aside = inFolder(folder, `damaged-${stamp}`);
  fileSystem.makeFolder(aside);
  for (const name of [palaceFile, logFile, journalFile]) {
    if (!isThere(fileSystem, inFolder(folder, name))) continue;
    removeIfThere(fileSystem, inFolder(aside, name));
    copyDurably(fileSystem, inFolder(folder, name), inFolder(aside, name));
  }
  syncFolder(fileSystem, aside);
  syncFolder(fileSystem, folder);
  // SQLite must never apply the old palace's log to the new one.
  for (const name of [logFile, journalFile]) removeIfThere(fileSystem, inFolder(folder, name));
  syncFolder(fileSystem, folder);
  fileSystem.rename(inFolder(folder, wholeFile), inFolder(folder, palaceFile));
  removeIfThere(fileSystem, inFolder(folder, indexFile));
  syncFolder(fileSystem, folder);
  return aside;
};
