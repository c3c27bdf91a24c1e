import * as z from 'zod';
import { isoTime } from '../../model/drawer/ids.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { pageCursor, positionOfCursor } from '../../model/query/pageCursor.ts';
import type { ArchiveQueries } from '../../store/queries/archive.ts';
import { batchOf } from './archiveBatch.ts';

interface ArchivePageRequest {
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
    cursor == null ? null : positionOfCursor(cursor, placeSchema),
    wanted + 1,
  );
  const page = found.slice(0, wanted);
  const last = page.at(-1);
  return {
    rowids: page.map(({ rowid }) => rowid),
    next: found.length > wanted && last !== undefined ? pageCursor([last.archivedAt, last.rowid]) : null,
  };
};

const placeSchema = z
  .tuple([z.iso.datetime(), z.number()])
  .transform(([archivedAt, rowid]) => ({ archivedAt: isoTime(archivedAt), rowid }));
