import { setImmediate as nextTurn } from 'node:timers/promises';
import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import { tierStanding } from '../../model/drawer/ageing.ts';
import type { IsoTime } from '../../model/drawer/ids.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { MoveBatch, MovedWhere, MovePage, MoveWithRow } from '../../store/queries/moves.ts';
import type { PalaceStore, ReadQueries } from '../../store/palaceStore.ts';

/** Drawers per transaction: few enough that nothing waits noticeably. */
export const atOnce = 100;
/** Milliseconds of reading after which other work gets a turn. */
export const sliceMs = 8;

/**
 * The moves of a batch that stand, up to 100 at a time. Each page is read when it is its turn, so that no read takes long; it may be
 * empty.
 */
export function* movePages(
  read: Pick<ReadQueries, 'movesAfter'>,
  batch: string,
  where: MovedWhere | null,
): Generator<readonly MoveWithRow[], void> {
  for (let after: string | null = ''; after !== null;) {
    const page: MovePage = read.movesAfter(batch, where, after, atOnce);
    yield page.moves;
    after = page.last;
  }
}

/** The first so many moves of a batch that stand, ordered by drawer ID. Other work gets a turn. */
export const firstMoves = async (
  read: Pick<ReadQueries, 'movesAfter'>,
  batch: string,
  limit: number,
): Promise<readonly MoveWithRow[]> => {
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  const found: MoveWithRow[] = [];
  for (const moves of movePages(read, batch, null)) {
    found.push(...moves);
    if (found.length >= limit) break;
    await yieldToEventLoop();
  }
  return found.slice(0, limit);
};

/** The latest batch that has moved drawers of this one on. Other work gets a turn. */
export const laterBatch = async (
  read: Pick<ReadQueries, 'moveBatch' | 'moveBatches' | 'movesAfter' | 'hasMoved'>,
  id: string,
): Promise<string | undefined> => {
  const earlier = read.moveBatch(id);
  if (earlier === undefined) return undefined;
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  for (const batch of batchesSince(read, earlier.at)) {
    if (batch.at === earlier.at) break;
    for (const moves of movePages(read, batch.id, null)) {
      const ids = moves.map(({ drawerId }) => drawerId);
      if (ids.length > 0 && read.hasMoved(id, ids)) return batch.id;
      await yieldToEventLoop();
    }
  }
  return undefined;
};

/** The batches since a time, the latest first, read a page at a time. */
export function* batchesSince(
  read: Pick<ReadQueries, 'moveBatches'>,
  since: IsoTime,
  untold = false,
): Generator<MoveBatch, void> {
  for (let after: MoveBatch | null = null; ;) {
    const page: readonly MoveBatch[] = read.moveBatches(since, after, atOnce, untold);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < atOnce) return;
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
