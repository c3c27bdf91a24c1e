import { constants } from 'node:fs';
import { PalaceError } from '../model/palaceError.ts';
import { damagedFrame } from './logDamage.ts';
import { openDatabase, type DatabaseEnvironment } from './openDatabase.ts';
import { inFolder, journalFile, logFile, palaceFile } from './palaceFiles.ts';
import { checkTables, readPalaceStamp, refuseNewer, type PalaceStamp } from './palaceStamp.ts';
import { errnoName } from './realFile/wasiErrno.ts';
import type { FileSystem } from './realFile/fileSystem.ts';

export type Inspection =
  | { readonly state: 'sound'; readonly stamp: PalaceStamp }
  | { readonly state: 'damaged'; readonly stamp: PalaceStamp; readonly reason: string };

const nothing: PalaceStamp = { schemaVersion: 0, revision: 0 };
const logHeaderBytes = 32;

/**
 * Inspects the folder before anything in it is written. A missing palace counts as sound, with schema version 0.
 * `known` is the newest schema that this version knows. Throws `E_PALACE_NEWER` and errors of the disk.
 */
export const inspectPalace = (place: DatabaseEnvironment, known: number): Inspection => {
  const { fileSystem, folder } = place;
  const file = inFolder(folder, palaceFile);
  const sizeOf = (name: string): number => sizeOrZero(fileSystem, inFolder(folder, name));
  if (sizeOf(palaceFile) === 0) {
    // SQLite would take such a log for a leftover and delete it.
    if (sizeOf(logFile) > logHeaderBytes)
      return {
        state: 'damaged',
        stamp: nothing,
        reason: `${file} is missing or empty, but its log ${logFile} is there.`,
      };
    return { state: 'sound', stamp: nothing };
  }
  // Left by an interrupted start. Opening for writing rolls it back before anything else.
  if (sizeOf(journalFile) > 0) return { state: 'sound', stamp: nothing };
  const lost = damagedFrame(
    readWhole(fileSystem, inFolder(folder, logFile)),
    pageBytes(readStart(fileSystem, file)),
  );
  try {
    const database = openDatabase(place, { readOnly: true });
    try {
      const stamp = readPalaceStamp(database, file);
      refuseNewer(stamp, known, file);
      if (stamp.schemaVersion === known) checkTables(database, file);
      if (lost === undefined) return { state: 'sound', stamp };
      return {
        state: 'damaged',
        stamp,
        reason: `${inFolder(folder, logFile)} is damaged in frame ${lost}: what was written after revision ${stamp.revision} can't be read.`,
      };
    } finally {
      database.close();
    }
  } catch (thrown) {
    const error = PalaceError.from(thrown);
    if (error.code !== 'E_PALACE_DAMAGED') throw error;
    return { state: 'damaged', stamp: nothing, reason: `${file} is damaged: ${error.message}` };
  }
};

/** The page size: bytes 16 and 17 of a SQLite file, where 1 means 65536. */
const pageBytes = (start: Buffer): number => {
  const stored = start.length < 18 ? 0 : start.readUInt16BE(16);
  return stored === 1 ? 65_536 : Math.max(512, stored);
};

const readStart = (fileSystem: FileSystem, path: string): Buffer => readWhole(fileSystem, path, 100);

/** The file's bytes, or its first `limit`; empty if the file is missing. */
const readWhole = (fileSystem: FileSystem, path: string, limit = Infinity): Buffer => {
  const bytes = Buffer.alloc(Math.min(limit, sizeOrZero(fileSystem, path)));
  if (bytes.length === 0) return bytes;
  const file = fileSystem.open(path, constants.O_RDONLY, 0);
  try {
    let done = 0;
    for (let read = -1; read !== 0 && done < bytes.length; done += read)
      read = fileSystem.read(file, bytes, done, bytes.length - done, done);
    return bytes.subarray(0, done);
  } finally {
    fileSystem.close(file);
  }
};

const sizeOrZero = (fileSystem: FileSystem, path: string): number => {
  try {
    return fileSystem.stat(path).size;
  } catch (thrown) {
    if (errnoName(thrown) === 'ENOENT') return 0;
    throw thrown;
  }
};
