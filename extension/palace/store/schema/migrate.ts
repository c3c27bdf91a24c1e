import type { IsoTime } from '../../model/drawer/ids.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { metaKey, type Migration } from './schema.ts';

/**
 * Migrates a palace from `version` to the last step's version, in one transaction. If it throws `SqlError`, nothing
 * has changed and the connection is abandoned.
 */
export const migrate = (
  database: SqlDatabase,
  version: number,
  at: IsoTime,
  steps: readonly Migration[],
): void => {
  const due = steps.filter((step) => step.version > version);
  const last = due.at(-1);
  if (last === undefined) return;
  database.run('BEGIN IMMEDIATE');
  try {
    for (const step of due) database.run(step.sql);
    const put = database.statement(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    if (version === 0) {
      put.run(metaKey.createdAt, at);
      put.run(metaKey.revision, '0');
    }
    put.run(metaKey.schemaVersion, String(last.version));
    database.run('COMMIT');
  } catch (thrown) {
    // A full disk makes SQLite roll back by itself; the connection is abandoned in either case.
    database.abandon();
    throw thrown;
  }
};
