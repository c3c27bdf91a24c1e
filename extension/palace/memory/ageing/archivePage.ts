import { isoTime } from '../../model/ids.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { ArchivePlace, ArchiveQueries } from '../../store/queries/archive.ts';
import { batchOf } from './archiveBatch.ts';

export interface ArchivePageRequest {
  readonly reason?: string | undefined;
  readonly batch?: string | undefined;
  readonly cursor?: string | null | undefined;
  readonly limit?: number | undefined;
}

/**
 * The rowids of a page of the archive, the latest archived first, and the cursor of the next page. Throws E_USAGE
 * on an invalid batch or cursor.
 */
export const archivedPage = (
  { reason, batch, cursor, limit }: ArchivePageRequest,
  read: Pick<ArchiveQueries, 'archivedAfter'>,
  usualLimit: number,
): { readonly rowids: readonly number[]; readonly next: string | null } => {
  if ((reason === undefined) === (batch === undefined))
    throw new PalaceError('E_USAGE', 'archived: give either a reason or a batch.');
  const wanted = limit ?? usualLimit;
  const found = read.archivedAfter(
    batch === undefined ? { reason: reason ?? '' } : batchOf(batch),
    cursor == null ? null : placeOf(cursor),
    wanted + 1,
  );
  const page = found.slice(0, wanted);
  const last = page.at(-1);
  return {
    rowids: page.map(({ rowid }) => rowid),
    next: found.length > wanted && last !== undefined ? `${last.archivedAt} ${last.rowid}` : null,
  };
};

const placeOf = (cursor: string): ArchivePlace => {
  const [, time = '', rowid = ''] = /^(\S+) (\d{1,15})$/.exec(cursor) ?? [];
  if (Number.isNaN(Date.parse(time)))
    throw new PalaceError('E_USAGE', 'This is not a cursor of an earlier page of the archive.');
  return { archivedAt: isoTime(time), rowid: Number(rowid) };
};
