import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import { editedReason } from '../../model/drawer/noteTypes.ts';
import type { SqlDatabase, SqlValue } from '../realFile/sqlDatabase.ts';

/** Drawers that were archived at the same time for the same reason. */
export interface ArchiveBatch {
  readonly reason: string;
  readonly archivedAt: IsoTime;
  readonly drawers: number;
}

/** How many drawers are archived for a reason ('' for none), and when the latest of them was archived. */
interface ArchiveReason {
  readonly reason: string;
  readonly drawers: number;
  readonly latest: IsoTime;
}

/** A part of the archive: all drawers of a reason, or one batch of them. */
export interface ArchivePart {
  readonly reason: string;
  readonly archivedAt?: IsoTime | undefined;
}

/** A position in the archive's order, which begins with what was archived last. */
interface ArchivePlace {
  readonly archivedAt: IsoTime;
  readonly rowid: number;
}

/** Reads of what is in the archive. */
export interface ArchiveQueries {
  /** The latest first; only those of `reason` if it is given. */
  archiveBatches(limit: number, reason?: string): ArchiveBatch[];
  /** Those with the most drawers first. */
  archiveReasons(): ArchiveReason[];
  /** Rowids of every drawer of a part, in order. */
  archivedRowids(part: ArchivePart): number[];
  /** Positions of a part's drawers, starting after `after`; what was archived last comes first. */
  archivedAfter(part: ArchivePart, after: ArchivePlace | null, limit: number): ArchivePlace[];
  /** How many of the drawers are archived, without the earlier texts of notes and files that are there in a newer one. */
  countArchived(rowids: readonly number[]): number;
}

/** Every read uses the index `drawers_archived` in its order, so that a page costs no more in a large archive. */
const from = 'FROM drawers INDEXED BY drawers_archived WHERE archived = 1 AND archived_at IS NOT NULL';

const ofReason = (reason: string): { readonly sql: string; readonly values: readonly SqlValue[] } =>
  reason === ''
    ? { sql: ` AND coalesce(archive_reason, '') = ''`, values: [] }
    : { sql: ' AND archive_reason = ?', values: [reason] };

const ofPart = ({
  reason,
  archivedAt,
}: ArchivePart): { readonly sql: string; readonly values: readonly SqlValue[] } => {
  const { sql, values } = ofReason(reason);
  return archivedAt === undefined
    ? { sql, values }
    : { sql: `${sql} AND archived_at = ?`, values: [...values, archivedAt] };
};

/** Reads of what is in the archive; the index holds all they need except the drawers themselves. */
export const archiveQueries = (database: () => SqlDatabase): ArchiveQueries => ({
  archiveBatches: (limit, reason) => {
    const { sql, values } = reason === undefined ? { sql: '', values: [] } : ofReason(reason);
    return database()
      .statement(
        `SELECT coalesce(archive_reason, ''), archived_at, count(*) ${from}${sql} GROUP BY archived_at, archive_reason ORDER BY archived_at DESC, archive_reason DESC LIMIT ?`,
      )
      .all(
        (row) => ({ reason: row.text(0), archivedAt: isoTime(row.text(1)), drawers: row.number(2) }),
        ...values,
        limit,
      );
  },
  archiveReasons: () => {
    const reasons = new Map<string, ArchiveReason>();
    // In the index's order, no row has to be sorted, and the last row of a reason is its latest.
    database()
      .statement(
        `SELECT coalesce(archive_reason, ''), archived_at, count(*) ${from} GROUP BY archived_at, archive_reason`,
      )
      .all((row) => {
        const [reason, latest] = [row.text(0), isoTime(row.text(1))];
        reasons.set(reason, { reason, latest, drawers: (reasons.get(reason)?.drawers ?? 0) + row.number(2) });
      });
    return [...reasons.values()].sort((a, b) => b.drawers - a.drawers || (a.reason < b.reason ? -1 : 1));
  },
  archivedRowids: (part) => {
    const { sql, values } = ofPart(part);
    return database()
      .statement(`SELECT rowid ${from}${sql} ORDER BY rowid`)
      .all((row) => row.number(0), ...values);
  },
  archivedAfter: (part, after, limit) => {
    const { sql, values } = ofPart(part);
    const position =
      after === null
        ? { sql: '', values: [] }
        : { sql: ' AND (archived_at, rowid) < (?, ?)', values: [after.archivedAt, after.rowid] };
    return database()
      .statement(
        `SELECT archived_at, rowid ${from}${sql}${position.sql} ORDER BY archived_at DESC, rowid DESC LIMIT ?`,
      )
      .all(
        (row) => ({ archivedAt: isoTime(row.text(0)), rowid: row.number(1) }),
        ...values,
        ...position.values,
        limit,
      );
  },
  countArchived: (rowids) =>
    database()
      .statement(
        `SELECT count(*) FROM json_each(?) j CROSS JOIN drawers d ON d.rowid = j.value
         WHERE d.archived = 1 AND coalesce(d.archive_reason, '') NOT IN ('${editedReason}', 'source_changed')`,
      )
      .first((row) => row.number(0), JSON.stringify(rowids)) ?? 0,
});
