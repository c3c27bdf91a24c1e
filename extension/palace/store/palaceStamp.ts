import { errorText, type ErrorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { drawerColumns, drawersWithSource, sourceColumns } from './queries/drawerRow.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';
import { metaKey } from './schema/schema.ts';

/** The version numbers that a palace records. */
export interface PalaceStamp {
  /** 0: a file without any table, as an interrupted start leaves it. */
  readonly schemaVersion: number;
  readonly revision: number;
}

/** Throws `E_PALACE_DAMAGED` for a file that is not a palace. */
export const readPalaceStamp = (database: SqlDatabase, file: string): PalaceStamp => {
  const tables = database
    .statement("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all((row) => row.text(0));
  if (tables.length === 0) return { schemaVersion: 0, revision: 0 };
  if (!tables.includes('meta'))
    throw damaged(errorText`${file} can't be used: it is a SQLite file, but not a palace.`);
  return {
    schemaVersion: metaNumber(database, metaKey.schemaVersion, file),
    revision: metaNumber(database, metaKey.revision, file),
  };
};

/**
 * Throws `E_PALACE_NEWER` if a later version wrote the palace. `known` is the newest schema that this version
 * knows.
 */
export const refuseNewer = ({ schemaVersion }: PalaceStamp, known: number, file: string): void => {
  if (schemaVersion <= known) return;
  throw new PalaceError(
    'E_PALACE_NEWER',
    errorText`${file} was written by a later version of Synapse Palace (schema ${schemaVersion}; this version knows ${known}).`,
  );
};

/** Throws `E_PALACE_DAMAGED` if a palace with the current schema lacks a table or column that reading needs. */
export const checkTables = (database: SqlDatabase, file: string): void => {
  for (const sql of [
    `SELECT ${drawerColumns} FROM ${drawersWithSource}`,
    `SELECT ${sourceColumns} FROM sources`,
    'SELECT drawer_rowid, model_id, scale, data FROM vectors, models',
  ]) {
    try {
      database.statement(sql);
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      throw error.code === 'E_SQL' ? damaged(errorText`${file} can't be used: ${error.message}.`) : error;
    }
  }
};

const metaNumber = (database: SqlDatabase, key: string, file: string): number => {
  const text = database.statement('SELECT value FROM meta WHERE key = ?').first((row) => row.text(0), key);
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw damaged(
      text === undefined
        ? errorText`${file} can't be used: its "${key}" is missing.`
        : errorText`${file} can't be used: its "${key}" is not a number.`,
    );
  return Number(text);
};

const damaged = (text: ErrorText): PalaceError => new PalaceError('E_PALACE_DAMAGED', text);
