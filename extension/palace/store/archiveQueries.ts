import { isoTime } from '../model/ids.ts';
import type { ArchivePart, ArchiveQueries } from './archive.ts';
import type { SqlDatabase, SqlValue } from './realFile/sqlDatabase.ts';

/** As in the index `drawers_archived`, word for word: SQLite takes a partial index only where it can tell. */
const archived = 'archived = 1 AND archived_at IS NOT NULL';

const ofPart = ({ reason, archivedAt }: ArchivePart): { readonly sql: string; readonly values: readonly SqlValue[] } =>
  archivedAt === undefined
    ? { sql: `${archived} AND coalesce(archive_reason, '') = ?`, values: [reason] }
    : { sql: `${archived} AND coalesce(archive_reason, '') = ? AND archived_at = ?`, values: [reason, archivedAt] };

/** Reads of what is in the archive; its index holds all that they ask for but the drawers themselves. */
export const archiveQueries = (database: () => SqlDatabase): ArchiveQueries => ({
  archiveBatches: (limit, reason) =>
    database()
      .statement(`SELECT coalesce(archive_reason, ''), archived_at, count(*) FROM drawers WHERE ${archived}${reason === undefined ? '' : ` AND coalesce(archive_reason, '') = ?`}
        GROUP BY archived_at, archive_reason ORDER BY archived_at DESC, archive_reason LIMIT ?`)
      .all((row) => ({ reason: row.text(0), archivedAt: isoTime(row.text(1)), drawers: row.number(2) }), ...(reason === undefined ? [] : [reason]), limit),
  archiveReasons: () =>
    database()
      .statement(`SELECT coalesce(archive_reason, ''), count(*), max(archived_at) FROM drawers WHERE ${archived} GROUP BY 1 ORDER BY 2 DESC, 1`)
      .all((row) => ({ reason: row.text(0), drawers: row.number(1), latest: isoTime(row.text(2)) })),
  archivedRowids: (part) => {
    const { sql, values } = ofPart(part);
    return database().statement(`SELECT rowid FROM drawers WHERE ${sql} ORDER BY rowid`).all((row) => row.number(0), ...values);
  },
  archivedAfter: (part, after, limit) => {
    const { sql, values } = ofPart(part);
    const position = after === null ? { sql: '', values: [] } : { sql: ' AND (archived_at, rowid) < (?, ?)', values: [after.archivedAt, after.rowid] };
    return database()
      .statement(`SELECT archived_at, rowid FROM drawers WHERE ${sql}${position.sql} ORDER BY archived_at DESC, rowid DESC LIMIT ?`)
      .all((row) => ({ archivedAt: isoTime(row.text(0)), rowid: row.number(1) }), ...values, ...position.values, limit);
  },
});
