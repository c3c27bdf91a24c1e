import { constants } from 'node:fs';
import { compactTime } from '../../base/time.ts';
import type { DatabaseEnvironment } from './openDatabase.ts';
import { foreignLogName, inFolder, logFile, palaceFile } from './palaceFiles.ts';
import type { FileSystem } from './realFile/fileSystem.ts';
import { syncFolder } from './realFile/fileTable.ts';
import { readBytes } from './realFile/readBytes.ts';
import { errnoName } from './realFile/wasiErrno.ts';
import { isThere, sizeOrZero } from './realFile/wholeFiles.ts';

/*
 * SQLite replays whatever log lies beside a file, also that of another file. A backup put in the palace's place would be mixed with
 * what its predecessor's log holds. So a backup says in its header that it has no write-ahead log. SQLite itself sees to it that
 * this is true of every file that says so: it has changed the header, durably, before a file's first log exists
 * (sqlite.org/fileformat2.html#file_format_version_numbers). A log beside such a file is therefore another file's.
 */

/** Where a SQLite file's header says whether programs that write and read it need a write-ahead log. */
const versions = { at: 18, withoutLog: Buffer.from([1, 1]) } as const;

/** Lets a complete database, which nobody has open, say that it has no log. SQLite changes that back when it is next written. */
export const declareWithoutLog = (fileSystem: FileSystem, path: string): void => {
  const file = fileSystem.open(path, constants.O_RDWR, 0);
  try {
    const { at, withoutLog } = versions;
    for (let done = 0; done < withoutLog.length;)
      done += fileSystem.write(file, withoutLog, done, withoutLog.length - done, at + done);
  } finally {
    fileSystem.close(file);
  }
};

type Place = Pick<DatabaseEnvironment, 'fileSystem' | 'folder'>;

/** Whether the log beside the palace's file belongs to another file. Throws errors of the disk. */
const isForeign = ({ fileSystem, folder }: Place): boolean =>
  sizeOrZero(fileSystem, inFolder(folder, logFile)) > 0 &&
  saysWithoutLog(fileSystem, inFolder(folder, palaceFile));

/** The same files for reading, without a log that belongs to another one. */
export const withoutForeignLog = (place: Place): FileSystem => {
  const { fileSystem, folder } = place;
  if (!isForeign(place)) return fileSystem;
  const log = inFolder(folder, logFile);
  const demandOther = (path: string): void => {
    if (path === log) throw Object.assign(new Error(`${path} belongs to another file`), { code: 'ENOENT' });
  };
  return {
    ...fileSystem,
    open: (path, flags, mode) => {
      demandOther(path);
      return fileSystem.open(path, flags, mode);
    },
    stat: (path) => {
      demandOther(path);
      return fileSystem.stat(path);
    },
  };
};

/**
 * Renames a log that belongs to another file, so that SQLite does not find it: must come before the palace is opened for writing.
 * Nothing of the log is lost. Throws errors of the disk.
 */
export const setForeignLogAside = (place: Place & Pick<DatabaseEnvironment, 'demandTurn'>, now: Date): void => {
  if (!isForeign(place)) return;
  const { fileSystem, folder, demandTurn } = place;
  demandTurn?.();
  const nameAt = (ms: number): string =>
    inFolder(folder, `foreign-log-${compactTime(new Date(ms).toISOString())}.sqlite-wal`);
  let ms = now.getTime();
  while (isThere(fileSystem, nameAt(ms))) ms += 1;
  fileSystem.rename(inFolder(folder, logFile), nameAt(ms));
  // Before SQLite makes a new log, which a loss of power could otherwise leave under both names, or neither.
  syncFolder(fileSystem, folder);
};

/** Names of the logs that were not applied because they belong to another file. `names`: those in the palace's folder. */
export const foreignLogs = (place: Place, names: readonly string[]): string[] => [
  ...names.filter((name) => foreignLogName.test(name)).sort(),
  // Where nothing may be written, it stays where it is.
  ...(isForeign(place) ? [logFile] : []),
];

const saysWithoutLog = (fileSystem: FileSystem, path: string): boolean => {
  const { at, withoutLog } = versions;
  let file: number;
  try {
    file = fileSystem.open(path, constants.O_RDONLY, 0);
  } catch (thrown) {
    // Opening the palace reports what is wrong with its file.
    if (errnoName(thrown) === undefined) throw thrown;
    return false;
  }
  try {
    const start = readBytes(fileSystem, file, at + withoutLog.length);
    return start.toString('latin1', 0, 16) === 'SQLite format 3\0' && start.subarray(at).equals(withoutLog);
  } finally {
    fileSystem.close(file);
  }
};
