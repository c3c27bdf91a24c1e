import { constants } from 'node:fs';
import { groupedNumber } from '../../base/text/plural.ts';
import { damagePlace } from '../contract/damagePlace.ts';
import { errorText, type ErrorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { DamagedRow } from './palaceStore.ts';
import { badRows } from './rows/badRows.ts';
import { damagedFrame } from './logDamage.ts';
import { openDatabase, type DatabaseEnvironment } from './openDatabase.ts';
import { indexFile, inFolder, journalFile, logFile, palaceFile } from './palaceFiles.ts';
import { checkTables, readPalaceStamp, refuseNewer, type PalaceStamp } from './palaceStamp.ts';
import { errnoName } from './realFile/wasiErrno.ts';
import { foreignTriggers, foreignViews, knownSchemas, schemaHash, schemaObjects } from './schema/knownSchemas.ts';
import type { FileSystem } from './realFile/fileSystem.ts';
import { readBytes } from './realFile/readBytes.ts';
import { isThere, sizeOrZero } from './realFile/wholeFiles.ts';
import { copiesToRepairFrom } from './repair/repairFiles.ts';

type Inspection =
  | { readonly state: 'sound'; readonly stamp: PalaceStamp }
  | {
      readonly state: 'damaged';
      readonly stamp: PalaceStamp;
      readonly reason: string;
      /** Rows that this program can't have written, in a file that is sound otherwise. */
      readonly rows: readonly DamagedRow[];
      /** False if reading the file could run code that somebody else put there. */
      readonly isReadable: boolean;
    };

const nothing: PalaceStamp = { schemaVersion: 0, revision: 0 };
const logHeaderBytes = 32;

/**
 * Inspects the folder before anything in it is written. A missing palace counts as sound, with schema version 0.
 * `known` is the newest schema that this version knows, `schemas` the hashes that each version's schema must have.
 * `withRows` is false if the rows are checked elsewhere; those of an older schema are checked here in any case.
 * Throws `E_PALACE_NEWER` and errors of the disk.
 */
export const inspectPalace = (
  place: DatabaseEnvironment,
  known: number,
  schemas = knownSchemas,
  withRows = true,
): Inspection => {
  const { fileSystem, folder } = place;
  const file = inFolder(folder, palaceFile);
  const unopened = judgedUnopened(place);
  if (unopened !== undefined) return unopened;
  const lost = damagedFrame(
    readWhole(fileSystem, inFolder(folder, logFile)),
    pageBytes(readStart(fileSystem, file)),
  );
  let stamp = nothing;
  let isReadable = true;
  try {
    const database = openDatabase(place, { readOnly: true });
    try {
      const objects = schemaObjects(database);
      const [view] = foreignViews(objects);
      if (view !== undefined) {
        isReadable = false;
        throw notOurs(
          errorText`The file is not as this program makes it: it holds the view "${view}", which no palace has.`,
        );
      }
      stamp = readPalaceStamp(database, file);
      refuseNewer(stamp, known, file);
      demandSchema(objects, stamp, schemas);
      if (stamp.schemaVersion === known) checkTables(database, file);
      const rows = withRows || stamp.schemaVersion !== known ? badRows(database) : [];
      const reason =
        lost === undefined
          ? leftOutReason(file, rows)
          : `${inFolder(folder, logFile)} is damaged in frame ${lost}: what was written after revision ${stamp.revision} can't be read.`;
      return reason === undefined
        ? { state: 'sound', stamp }
        : { state: 'damaged', stamp, reason, rows, isReadable };
    } finally {
      database.close();
    }
  } catch (thrown) {
    const error = PalaceError.from(thrown);
    if (error.code !== 'E_PALACE_DAMAGED') throw error;
    const reason = error.message.startsWith(file) ? error.message : `${file} is damaged: ${error.message}`;
    return { state: 'damaged', stamp, reason, rows: [], isReadable };
  }
};

/** What the files' sizes already say: no palace yet, one that is gone, an interrupted start. Otherwise undefined. */
const judgedUnopened = ({ fileSystem, folder }: DatabaseEnvironment): Inspection | undefined => {
  const sizeOf = (name: string): number => sizeOrZero(fileSystem, inFolder(folder, name));
  // Left by an interrupted start. Opening for writing rolls it back before anything else.
  if (sizeOf(palaceFile) > 0) return sizeOf(journalFile) > 0 ? { state: 'sound', stamp: nothing } : undefined;
  const file = inFolder(folder, palaceFile);
  const gone = (reason: string): Inspection => ({
    state: 'damaged',
    stamp: nothing,
    reason,
    rows: [],
    isReadable: false,
  });
  // SQLite would take such a log for a leftover and delete it.
  if (sizeOf(logFile) > logHeaderBytes)
    return gone(`${file} is missing or empty, but its log ${logFile} is there.`);
  const [copy] = copiesToRepairFrom(fileSystem, folder);
  if (copy !== undefined)
    return gone(
      `${file} is missing or empty, but ${copy} is there. Run “synapse-palace repair” to make the palace from it.`,
    );
  // A person who begins anew deletes the file. An empty file was cut off: an index is saved only once there are drawers.
  if (isThere(fileSystem, file) && sizeOf(indexFile) > 0)
    return gone(`${file} is empty, but its word index ${indexFile} is there. Delete both to start over.`);
  return { state: 'sound', stamp: nothing };
};

/** Throws E_PALACE_DAMAGED for a trigger, and for tables that are not those of the version that the file names. */
const demandSchema = (
  objects: ReturnType<typeof schemaObjects>,
  { schemaVersion }: PalaceStamp,
  schemas: typeof knownSchemas,
): void => {
  const [trigger] = foreignTriggers(objects);
  if (trigger !== undefined)
    throw notOurs(
      errorText`The file is not as this program makes it: it holds the trigger "${trigger}", which no palace has.`,
    );
  const expected = schemas[schemaVersion];
  if (expected !== undefined && schemaHash(objects) !== expected)
    throw notOurs(
      errorText`The file is not as this program makes it: its tables are not those of schema ${schemaVersion}.`,
    );
};

/** Which rows of an otherwise sound file are left out, and why; undefined if none are. */
const leftOutReason = (file: string, [first, ...others]: readonly DamagedRow[]): string | undefined => {
  if (first === undefined) return undefined;
  const [more, are] = others.length === 0 ? ['', 'is'] : [` and ${groupedNumber(others.length)} more`, 'are'];
  return `${file} is damaged: ${damagePlace(first)}${more} can't be read and ${are} left out (${first.problem}).`;
};

const notOurs = (text: ErrorText): PalaceError => new PalaceError('E_PALACE_DAMAGED', text);

/** The page size: bytes 16 and 17 of a SQLite file, where 1 means 65536. */
const pageBytes = (start: Buffer): number => {
  const stored = start.length < 18 ? 0 : start.readUInt16BE(16);
  return stored === 1 ? 65_536 : Math.max(512, stored);
};

const readStart = (fileSystem: FileSystem, path: string): Buffer => readWhole(fileSystem, path, 100);

/** The file's bytes, or its first `limit`; empty if the file is missing. */
const readWhole = (fileSystem: FileSystem, path: string, limit = Infinity): Buffer => {
  const length = Math.min(limit, sizeOrZero(fileSystem, path));
  if (length === 0) return Buffer.alloc(0);
  const file = openToRead(fileSystem, path);
  try {
    return readBytes(fileSystem, file, length);
  } finally {
    fileSystem.close(file);
  }
};

const openToRead = (fileSystem: FileSystem, path: string): number => {
  try {
    return fileSystem.open(path, constants.O_RDONLY, 0);
  } catch (thrown) {
    if (!['EACCES', 'EPERM'].includes(errnoName(thrown) ?? '')) throw thrown;
    throw new PalaceError('E_PALACE_READ_ONLY', errorText`${path} may not be read.`, {
      cause: thrown,
      remedy:
        'It may belong to another user. Make it yours, or place the palace elsewhere (setting synapsePalace.location, option --palace).',
    });
  }
};
