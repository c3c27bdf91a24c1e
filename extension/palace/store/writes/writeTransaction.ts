import { PalaceError } from '../../model/errors/palaceError.ts';
import type { ChangeRecorder } from './changeRecorder.ts';
import { drawerWrites } from './drawerWrites.ts';
import type { ReadQueries, WriteTransaction } from '../palaceStore.ts';
import { annotationWrites } from '../queries/annotations.ts';
import { closetWrites } from '../queries/closets.ts';
import { erasureWrites } from '../queries/mentions/erasure.ts';
import { noteCheckWrites } from '../queries/noteChecks.ts';
import { moveWrites } from '../queries/moves.ts';
import { patternWrites } from '../queries/patterns.ts';
import { planWrites } from '../queries/plans.ts';
import { nameWrites } from '../queries/mentions/names.ts';
import { requestWrites } from '../queries/requests.ts';
import { teamWrites } from '../queries/teamWrites.ts';
import { transferWrites } from '../queries/transfer.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { sourceWrites } from './sourceWrites.ts';
import { usageWrites } from './usageWrites.ts';
import { vectorWrites } from './vectorWrites.ts';
import type { WriteContext } from './writeContext.ts';

/** The writes of one piece of work, inside a savepoint of the caller. After `end`, every call throws. */
export const writeTransaction = (
  database: SqlDatabase,
  read: ReadQueries,
  recorder: ChangeRecorder,
): { readonly transaction: WriteTransaction; readonly end: () => void } => {
  let ended = false;
  const demandOpen = (): void => {
    if (ended)
      throw new PalaceError('E_SQL', 'A transaction was used after its end; its work must not be asynchronous.');
  };
  const context: WriteContext = {
    database,
    read,
    recorder,
    demandOpen,
    run: (sql, ...values) => {
      demandOpen();
      return database.statement(sql).run(...values);
    },
    rowidOf: (id) =>
      database.statement('SELECT rowid FROM drawers WHERE id = ?').first((row) => row.number(0), id),
    idOf: (rowid) =>
      database.statement('SELECT id FROM drawers WHERE rowid = ?').first((row) => row.text(0), rowid),
  };
  const { run, rowidOf } = context;
  const updated = (rowid: number): void => recorder.updated(rowid);
  const touch = (): void => recorder.touch();
  const transaction: WriteTransaction = {
    read,
    team: teamWrites(run, database),
    ...sourceWrites(context),
    ...drawerWrites(context),
    ...vectorWrites(context),
    ...usageWrites(context),
    ...annotationWrites(run, rowidOf, updated),
    ...closetWrites(run, (id) => recorder.closets(id)),
    ...erasureWrites(run, database),
    ...planWrites(run, rowidOf, updated),
    ...transferWrites(run, rowidOf, updated, touch),
    ...patternWrites(run, touch),
    ...moveWrites(run),
    ...requestWrites(run, database),
    ...nameWrites(run, database, { touch, changed: updated }),
    ...noteCheckWrites(run),
    setMeta: (key, value) => {
      run(
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        value,
      );
      recorder.touch();
    },
  };
  return { transaction, end: () => (ended = true) };
};
