import * as z from 'zod';
import { firstOf } from '../../base/boundedHeap.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import { pageCursor, positionOfCursor, type PageCursor } from '../model/query/pageCursor.ts';
import type { Catalogue } from './catalogue.ts';

interface Filed {
  readonly filedAtMs: number;
  readonly rowid: number;
}

/**
 * The rowids of a page of the drawers that pass the filter, the last filed first, and the cursor of the next page. Throws
 * E_USAGE on an invalid cursor.
 */
export const newestDrawers = (
  catalogue: Catalogue,
  filter: DrawerFilter,
  cursor: PageCursor | null,
  limit: number,
): { readonly rowids: readonly number[]; readonly next: PageCursor | null } => {
  const page = firstOf(filedBefore(catalogue, filter, cursor), limit + 1, newestFirst);
  const shown = page.slice(0, limit);
  const last = shown.at(-1);
  return {
    rowids: shown.map(({ rowid }) => rowid),
    next: page.length > limit && last !== undefined ? pageCursor([last.filedAtMs, last.rowid]) : null,
  };
};

function* filedBefore(catalogue: Catalogue, filter: DrawerFilter, cursor: PageCursor | null): Generator<Filed> {
  const from = cursor === null ? null : positionOfCursor(cursor, placeSchema);
  const { mask } = catalogue.scope(filter);
  for (let slot = 0; slot < mask.length; slot += 1) {
    if (mask[slot] !== 1) continue;
    const drawer = { filedAtMs: catalogue.filedAtOf(slot), rowid: catalogue.rowidOf(slot) };
    if (from === null || newestFirst(from, drawer) < 0) yield drawer;
  }
}

const newestFirst = (a: Filed, b: Filed): number => b.filedAtMs - a.filedAtMs || b.rowid - a.rowid;

const placeSchema = z.tuple([z.number(), z.number()]).transform(([filedAtMs, rowid]) => ({ filedAtMs, rowid }));
