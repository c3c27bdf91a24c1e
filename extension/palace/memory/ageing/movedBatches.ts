import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../../../base/batches.ts';
import { dayMs } from '../../../base/time.ts';
import { tierStanding } from '../../model/drawer/ageing.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { MovedBatch } from '../../contract/memory/moveSchemas.ts';
import type { PalaceStore, ReadQueries } from '../../store/palaceStore.ts';

/** Days for which moves are shown. */
const shownDays = 7;
/** Drawers per transaction. */
const atOnce = 100;

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

/** What a transaction of {@link moveBack} did. */
export interface MovedBack {
  readonly moved_back: readonly string[];
}

/**
 * Returns the drawers of a batch to their earlier tier, unless they have left the new one since. Their time in it
 * begins again. Returns their IDs.
 */
export const moveBack = async (store: PalaceStore, batch: string, now: IsoTime): Promise<string[]> => {
  const due = store.read.movesOf(batch).filter(({ to }) => to !== null);
  const moved: string[] = [];
  for (const some of batches(due, atOnce)) {
    const done = await store.write((transaction): MovedBack => ({
      moved_back: some.flatMap(({ rowid, from, to }) => {
        const [drawer] = transaction.read.drawersByRowid([rowid]);
        if (drawer === undefined || drawer.tier !== to) return [];
        transaction.updateDrawers([{ rowid, tier: from }]);
        transaction.putProperties(drawer.id, tierStanding(now, drawer.accessCount));
        return [drawer.id];
      }),
    }));
    moved.push(...done.moved_back);
    await nextTurn();
  }
  return moved;
};
