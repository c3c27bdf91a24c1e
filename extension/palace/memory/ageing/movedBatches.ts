import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../../../base/time.ts';
import { tierStanding } from '../../model/drawer/ageing.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { MovedBatch } from '../../contract/memory/moveSchemas.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { MovedWhere, MovePage, MoveWithRow } from '../../store/queries/moves.ts';
import type { PalaceStore, ReadQueries } from '../../store/palaceStore.ts';

/** Days for which moves are shown. */
const shownDays = 7;
/** Drawers per transaction: few enough that nothing waits noticeably. */
export const atOnce = 100;

/** What maintenance and agents moved lately and nobody undid, the latest first. */
export const movedBatches = (
  read: Pick<ReadQueries, 'moveBatches'>,
  now: IsoTime,
  limit: number,
  untold = false,
): MovedBatch[] =>
  read
    .moveBatches(isoTime(Date.parse(now) - shownDays * dayMs), limit, untold)
    .map(({ id, at, by, reason, planId, counts }) => ({ batch: id, at, by, reason, plan_id: planId, ...counts }));

/**
 * The moves of a batch that stand, up to 100 at a time. Each page is read when it is its turn, so that no read takes long; it may be
 * empty.
 */
export function* movePages(
  read: Pick<ReadQueries, 'movesAfter'>,
  batch: string,
  where: MovedWhere,
): Generator<readonly MoveWithRow[], void> {
  for (let after: string | null = ''; after !== null;) {
    const page: MovePage = read.movesAfter(batch, where, after, atOnce);
    yield page.moves;
    after = page.last;
  }
}

/** What a transaction of {@link moveBack} did. */
export interface MovedBack {
  readonly moved_back: readonly string[];
}

/**
 * Returns the drawers of a batch to their earlier tier, unless they have left the new one since. Their time in it
 * begins again. Returns their IDs. A repeated call resumes with the rest. Throws E_CANCELLED between two transactions.
 */
export const moveBack = async (
  store: Pick<PalaceStore, 'read' | 'write'>,
  batch: string,
  now: IsoTime,
  signal?: AbortSignal,
): Promise<string[]> => {
  const moved: string[] = [];
  for (const page of movePages(store.read, batch, 'tier')) {
    if (page.length > 0) {
      stopRestoringIfAborted(signal);
      moved.push(...(await movePageBack(store, page, now)).moved_back);
    }
    await nextTurn();
  }
  return moved;
};

const movePageBack = (
  store: Pick<PalaceStore, 'write'>,
  page: readonly MoveWithRow[],
  now: IsoTime,
): Promise<MovedBack> =>
  store.write((transaction) => ({
    moved_back: page.flatMap(({ rowid, from, to }) => {
      const [drawer] = transaction.read.drawersByRowid([rowid]);
      if (drawer === undefined || drawer.tier !== to) return [];
      transaction.updateDrawers([{ rowid, tier: from }]);
      transaction.putProperties(drawer.id, tierStanding(now, drawer.accessCount));
      return [drawer.id];
    }),
  }));

export const stopRestoringIfAborted = (signal: AbortSignal | undefined): void =>
  stopIfAborted(signal, 'Restoring was stopped.');
