import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../../base/text/messageOf.ts';
import { isErrno } from '../../../base/files/errno.ts';
import { openGuarded, RefusedFile } from '../../../base/files/guardedFile.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { diskError } from '../../store/diskError.ts';
import { nodeFileSystem } from '../../store/realFile/fileSystem.ts';
import type { Sqlite } from '../../store/realFile/loadSqlite.ts';
import type { SqlDatabase } from '../../store/realFile/sqlDatabase.ts';

export interface ForeignPlace {
  readonly sqlite: Sqlite;
  /** The other program's SQLite file. */
  readonly file: string;
  /** A folder of ours, created for the copy and removed afterwards. */
  readonly scratch: string;
  readonly signal?: AbortSignal;
}

/** A copy of another program's database, open for reading. */
export interface ForeignDatabase {
  readonly database: SqlDatabase;
  /** Column names of a plain table; empty if there is no such table. Views and virtual tables don't count. */
  columns(table: string): ReadonlySet<string>;
  /** Closes the copy and removes it. */
  close(): Promise<void>;
}

const copyName = 'copy.sqlite';
/** Files that SQLite keeps beside a database. Their content is part of it. */
const companions = ['', '-wal', '-journal'] as const;
const attempts = 4;
/** No memory of another program is anywhere near this size. */
const mostDatabaseBytes = 64 * 2 ** 30;

/**
 * Opens a copy of a SQLite file together with its log or journal. This way, committed changes that are not yet
 * merged are read too, and nothing beside the original is created or changed. Throws `E_IMPORT_FORMAT` if the file
 * can't be read, is not SQLite, is damaged or is constantly being written; also `E_DISK_FULL`, `E_CANCELLED`.
 */
export const openForeignDatabase = async (place: ForeignPlace): Promise<ForeignDatabase> => {
  const { file, scratch, sqlite } = place;
  await rm(scratch, { recursive: true, force: true });
  const dispose = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw diskError(error, (errno) => errorText`Copying the database failed: ${errno}.`);
    });
    await copyQuietly(place);
    if (!(await isSqlite(path.join(scratch, copyName))))
      throw new PalaceError('E_IMPORT_FORMAT', errorText`${file} is not an SQLite database.`, {
        remedy: 'Check that this is the file you meant.',
      });
    const database = sqlite.open({ folder: scratch, file: copyName, fileSystem: nodeFileSystem });
    try {
      // The log needs no file shared between processes. Nothing in the database may call functions of ours or be
      // written.
      database.run(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000; PRAGMA trusted_schema = OFF',
      );
      const tables = new Set(
        database
          .statement("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
          .all((row) => row.text(0)),
      );
      return {
        database,
        // The name is one of ours, never from the file.
        columns: (table) =>
          new Set(
            tables.has(table) ? database.statement(`PRAGMA table_info(${table})`).all((row) => row.text(1)) : [],
          ),
        close: () => {
          database.abandon();
          return dispose();
        },
      };
    } catch (thrown) {
      database.abandon();
      throw thrown;
    }
  } catch (thrown) {
    await dispose();
    throw unreadable(thrown, file);
  }
};

/** Translates an SQLite error about another program's file into an import error. */
export const unreadable = (thrown: unknown, file: string): unknown => {
  if (!(thrown instanceof PalaceError) || (thrown.code !== 'E_PALACE_DAMAGED' && thrown.code !== 'E_SQL'))
    return thrown;
  return new PalaceError('E_IMPORT_FORMAT', errorText`${file} can't be read: ${thrown.message}`, {
    cause: thrown,
    remedy: 'Check that the program that wrote it still opens it.',
  });
};

/** Whether a file begins like every SQLite database. */
export const isSqlite = async (file: string): Promise<boolean> => {
  const handle = await openGuarded(file, { mostBytes: mostDatabaseBytes });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return bytesRead === 16 && buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await handle.close();
  }
};

/** Repeats the copy until nothing changes during it. */
const copyQuietly = async ({ file, scratch, signal }: ForeignPlace): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', errorText`Copying ${file} was cancelled.`);
    const before = await stampOf(file);
    for (const companion of companions)
      await copyIfThere(`${file}${companion}`, path.join(scratch, `${copyName}${companion}`));
    if ((await stampOf(file)) === before) return;
    await delay(150 * attempt);
  }
  throw new PalaceError('E_IMPORT_FORMAT', errorText`${file} was written to while it was being copied.`, {
    remedy: 'Close the program that uses it, then try again.',
  });
};

const copyIfThere = async (from: string, to: string): Promise<void> => {
  await rm(to, { force: true });
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, 0o600);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw readOrDiskError(error, from);
  }
};

const stampOf = async (file: string): Promise<string> => {
  const stamps: string[] = [];
  for (const companion of companions) {
    try {
      const found = await stat(`${file}${companion}`);
      if (!found.isFile()) throw new RefusedFile('NOT_A_FILE', 'it is not a regular file');
      const { size, mtimeMs, ino } = found;
      stamps.push(`${size} ${mtimeMs} ${ino}`);
    } catch (error) {
      if (!isErrno(error, 'ENOENT') || companion === '') throw readOrDiskError(error, `${file}${companion}`);
      stamps.push('');
    }
  }
  return stamps.join('|');
};

const readOrDiskError = (error: unknown, file: string): unknown => {
  const known = diskError(error, (errno) => errorText`Copying ${file} failed: ${errno}.`);
  if (known instanceof PalaceError && known.code === 'E_DISK_FULL') return known;
  return new PalaceError('E_IMPORT_FORMAT', errorText`${file} can't be read: ${messageOf(error)}.`, {
    cause: error,
    remedy: 'Check that the file exists and that you may read it.',
  });
};
