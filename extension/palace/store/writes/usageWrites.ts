import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { WriteTransaction } from '../palaceStore.ts';
import { putLtp } from '../queries/ltp.ts';
import { carryUsage, countPairs, logQueries, pruneUsage } from '../queries/usage.ts';
import type { WriteContext } from './writeContext.ts';

/** Writes of how the palace was used. */
export const usageWrites = ({
  database,
  run,
  recorder,
  rowidOf,
  idOf,
}: WriteContext): Pick<
  WriteTransaction,
  'recordAccess' | 'carryUsage' | 'putLtp' | 'noteScan' | 'logQueries' | 'pruneUsage'
> => ({
  recordAccess: (accesses) => {
    for (const { rowid, sessionId, kind, at } of accesses) {
      const isFirst = run(
        'INSERT OR IGNORE INTO access_log (drawer_id, session_id, kind, at) SELECT id, ?, ?, ? FROM drawers WHERE rowid = ?',
        sessionId,
        kind,
        at,
        rowid,
      );
      if (isFirst === 0) continue;
      // A clock that was set back makes no earlier use the last one.
      run(
        `UPDATE drawers SET access_count = access_count + 1, last_accessed = max(coalesce(last_accessed, ''), ?) WHERE rowid = ?`,
        at,
        rowid,
      );
      countPairs(run, database, idOf(rowid) ?? '', sessionId, at);
      recorder.updated(rowid);
    }
  },
  carryUsage: (from, to) => {
    const rowid = rowidOf(to);
    if (rowid === undefined)
      throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${to} in this palace.`);
    carryUsage(run, from, to);
    recorder.updated(rowid);
  },
  putLtp: (rows, settled, at) => putLtp(run, rows, settled, at),
  noteScan: (key, value) => void run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value),
  logQueries: (queries) => logQueries(run, queries),
  pruneUsage: (limits) => pruneUsage(run, limits),
});
