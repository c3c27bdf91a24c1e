import { constants } from 'node:fs';
import { isoTime } from '../model/drawer/ids.ts';
import { asReason, errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { backupDatabase } from './backupDatabase.ts';
import { diskError } from './diskError.ts';
import { setForeignLogAside, withoutForeignLog } from './foreignLog.ts';
import { inspectPalace } from './inspectPalace.ts';
import { knownSchemas } from './schema/knownSchemas.ts';
import { migrate } from './schema/migrate.ts';
import { openDatabase, type DatabaseEnvironment } from './openDatabase.ts';
import { inFolder, palaceFile } from './palaceFiles.ts';
import { readPalaceStamp, refuseNewer, type PalaceStamp } from './palaceStamp.ts';
import type { AbandonableStore, DamagedRow } from './palaceStore.ts';
import { PalaceStoreOnFile } from './palaceStoreOnFile.ts';
import { logInMemory } from './realFile/logInMemory.ts';
import { setAside } from './rows/setAside.ts';
import { errnoName } from './realFile/wasiErrno.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { migrations, newestSchema, type Migration } from './schema/schema.ts';

export interface OpenPalaceOptions extends DatabaseEnvironment {
  readonly clock: () => Date;
  /** How long the writes of one commit may block the thread. Default 20. */
  readonly millisecondsPerCommit?: number;
  /** The disk has no room for the lock, so nobody holds it: the palace is only read. */
  readonly isDiskFull?: boolean;
  /**
   * The caller has the rows checked elsewhere, and writes nothing until that is done. If any is damaged, it
   * abandons the store and opens the palace again without this option.
   */
  readonly rowsAreChecked?: boolean | undefined;
  /** Nothing is written or created, not even the folder. The caller need not hold the lock. */
  readonly isReadOnly?: boolean;
  /** The schema's history. Default: the current one; tests pass others. */
  readonly steps?: readonly Migration[];
}

/**
 * Opens a folder's palace, and creates or migrates it if needed (a backup is made before a migration). A damaged
 * palace, or one that may not be written, opens read-only: see `health`. A log that belongs to another file is set aside. The
 * folder is created if it does not exist. The caller holds the palace's lock.
 * Errors: E_PALACE_NEWER, E_PALACE_READ_ONLY (no palace exists and none can be created, or the existing one would
 * have to be migrated), E_DISK_FULL, E_DISK_ERROR.
 */
export const openPalace = async (options: OpenPalaceOptions): Promise<AbandonableStore> => {
  const { folder, steps = migrations, millisecondsPerCommit = 20 } = options;
  const place = { ...options, millisecondsPerCommit };
  let store: PalaceStoreOnFile | undefined;
  const onError: Parameters<typeof openDatabase>[1]['onError'] = (error) => store?.noteError(error);
  try {
    const obstacle = writeObstacle(options);
    const known = newestSchema(steps);
    const schemas = steps === migrations ? knownSchemas : {};
    const toRead = { ...place, fileSystem: withoutForeignLog(place) };
    const found = inspectPalace(toRead, known, schemas, options.rowsAreChecked !== true);
    if (found.state === 'damaged') {
      const database = found.isReadable
        ? (openSound(toRead, found.rows) ??
          openWhatIsLeft(() => openDatabase(toRead, { readOnly: true, onError })))
        : undefined;
      const health = { state: 'damaged', reason: found.reason, damaged: found.rows } as const;
      return (store = new PalaceStoreOnFile({ ...place, stamp: found.stamp, health, database }));
    }
    if (obstacle !== undefined) {
      if (found.stamp.schemaVersion < known) {
        throw new PalaceError(
          'E_PALACE_READ_ONLY',
          found.stamp.schemaVersion === 0
            ? errorText`${asReason(obstacle)} No palace can be created there.`
            : errorText`${asReason(obstacle)} The palace is of an older form and must be migrated, but can't be.`,
          options.isReadOnly === true
            ? { remedy: 'Open that palace once with this version, in a window or with “synapse-palace status”.' }
            : {},
        );
      }
      const database = openDatabase(toRead, { readOnly: true, onError });
      return (store = new PalaceStoreOnFile({
        ...place,
        stamp: found.stamp,
        health: {
          state: 'read_only',
          reason: obstacle,
          ...(options.isDiskFull === true ? { code: 'E_DISK_FULL' as const } : {}),
        },
        database,
      }));
    }
    setForeignLogAside(place, place.clock());
    const database = openDatabase(place, { readOnly: false, onError });
    try {
      const stamp = await upToDate(database, place, steps);
      return (store = new PalaceStoreOnFile({ ...place, stamp, health: { state: 'ok' }, database }));
    } catch (thrown) {
      database.abandon();
      throw thrown;
    }
  } catch (thrown) {
    throw diskError(thrown, (errno) => errorText`Opening the palace in ${folder} failed: ${errno}.`);
  }
};

const upToDate = async (
  database: SqlDatabase,
  place: OpenPalaceOptions,
  steps: readonly Migration[],
): Promise<PalaceStamp> => {
  const file = inFolder(place.folder, palaceFile);
  const stamp = readPalaceStamp(database, file);
  const { schemaVersion } = stamp;
  refuseNewer(stamp, newestSchema(steps), file);
  if (schemaVersion > 0 && schemaVersion < newestSchema(steps))
    await backupDatabase({ ...place, database: () => database });
  place.demandTurn?.();
  migrate(database, schemaVersion, isoTime(place.clock()), steps);
  database.keepLog();
  return readPalaceStamp(database, file);
};

/** Why nothing can be written, as one of `reasonTexts.ts`; `undefined` if nothing is in the way. Creates the folder. */
const writeObstacle = (options: OpenPalaceOptions): string | undefined => {
  const { fileSystem, folder } = options;
  if (options.isReadOnly === true) return `The palace in ${folder} is only read here.`;
  if (options.isDiskFull === true) return `The disk of ${folder} is full.`;
  const file = inFolder(folder, palaceFile);
  try {
    fileSystem.makeFolder(folder);
    fileSystem.checkWritable(folder);
    fileSystem.close(fileSystem.open(file, constants.O_RDWR, 0));
    return undefined;
  } catch (thrown) {
    switch (errnoName(thrown)) {
      case 'ENOENT':
        return undefined;
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        return `${file} may not be written.`;
      default:
        throw thrown;
    }
  }
};

/**
 * The palace without its bad rows: they are taken out in memory, and nothing on disk changes. Undefined if there are none, or if the
 * file is too damaged for that.
 */
const openSound = (place: OpenPalaceOptions, rows: readonly DamagedRow[]): SqlDatabase | undefined => {
  if (rows.length === 0) return undefined;
  let database: SqlDatabase | undefined;
  try {
    const inMemory = { ...place, fileSystem: logInMemory(place.fileSystem), demandTurn: undefined };
    database = openDatabase(inMemory, { readOnly: false });
    database.run('PRAGMA wal_autocheckpoint = 0');
    setAside(database);
    return database;
  } catch (thrown) {
    database?.abandon();
    if (PalaceError.from(thrown).code !== 'E_PALACE_DAMAGED') throw thrown;
    return undefined;
  }
};

/** Returns `undefined` if the file is so damaged that nothing in it can be read. */
const openWhatIsLeft = (open: () => SqlDatabase): SqlDatabase | undefined => {
  let database: SqlDatabase | undefined;
  try {
    database = open();
    if (database.statement("SELECT 1 FROM sqlite_schema WHERE name = 'drawers'").first(() => true) === true)
      return database;
    database.abandon();
    return undefined;
  } catch (thrown) {
    database?.abandon();
    const { code } = PalaceError.from(thrown);
    // A file that must be written before it can be read is not opened.
    if (code === 'E_PALACE_DAMAGED' || code === 'E_PALACE_READ_ONLY') return undefined;
    throw thrown;
  }
};
