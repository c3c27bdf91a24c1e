import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import type { SqlError } from './realFile/sqlError.ts';
import type { FileSystem } from './realFile/fileSystem.ts';
import type { Sqlite } from './realFile/loadSqlite.ts';
import { palaceFile } from './palaceFiles.ts';

/**
 * Bytes per page of a new file. Drawers of a thousand bytes leave less of such a page unused than of SQLite's usual 4 kB;
 * pages of 16 kB would save a little more, but half as much again would be written (docs/adr/0001-storage-on-sqljs.md). A
 * palace with other pages keeps them until its file is written anew.
 */
export const pageBytes = 8192;

/** Where a palace is, and what opens it. */
export interface DatabaseEnvironment {
  readonly folder: string;
  readonly sqlite: Sqlite;
  readonly fileSystem: FileSystem;
  /**
   * Throws E_OWNER_GONE if another process has taken the palace: then nothing may be written. Absent: no process
   * can.
   */
  readonly demandTurn?: (() => void) | undefined;
}

/**
 * Opens a palace's file with the settings that the store needs: a write-ahead log that only this process uses, a
 * sync for each commit, no temporary files. Throws `SqlError`.
 */
export const openDatabase = (
  place: DatabaseEnvironment,
  options: {
    readonly readOnly: boolean;
    readonly file?: string;
    /** Opens a file whose end is cut off, too. SQLite then also lets statements write to its list of tables. */
    readonly mayBeCut?: boolean;
    readonly onError?: (error: SqlError) => void;
  },
): SqlDatabase => {
  const { readOnly, file = palaceFile, mayBeCut = false, onError } = options;
  const { sqlite, fileSystem, folder } = place;
  if (!readOnly) place.demandTurn?.();
  const database = sqlite.open({ folder, file, fileSystem, readOnly, onError });
  try {
    if (mayBeCut) database.run('PRAGMA writable_schema = ON');
    // Must come before the first read: the log's index is then kept in memory instead of a file shared between
    // processes.
    database.run(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000; PRAGMA trusted_schema = OFF',
    );
    if (!readOnly) {
      database.run(`PRAGMA page_size = ${pageBytes}`);
      const mode = database.statement('PRAGMA journal_mode = WAL').first((row) => row.text(0));
      if (mode !== 'wal')
        throw new PalaceError(
          'E_SQLITE_INCOMPATIBLE',
          errorText`SQLite keeps a log of kind "${mode}" where a write-ahead log was asked for.`,
        );
      database.run('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 8388608');
    }
    return database;
  } catch (thrown) {
    database.abandon();
    throw thrown;
  }
};
