import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import { dayMs } from '../../../base/time.ts';
import type { MovedBatch } from '../../contract/memory/moveSchemas.ts';
import { tiers } from '../../model/drawer/drawer.ts';
import { isoTime, type IsoTime } from '../../model/drawer/ids.ts';
import type { CommittedChange, ReadQueries } from '../../store/palaceStore.ts';
import type { MoveWithRow } from '../../store/queries/moves.ts';
import { batchesSince, movePages, sliceMs } from './movedBatches.ts';

type MoveCounts = Pick<MovedBatch, 'archived' | 'demoted' | 'promoted'>;

/** Days for which moves are shown. */
const shownDays = 7;
/** Drawers of a commit that are looked for in batches that were counted: about 2 µs each. */
const mostCompared = 5_000;

/**
 * Counts what maintenance and agents moved and nobody undid. Every status tells it, and a batch may have tens of thousands of drawers,
 * each of which is looked up: they are counted in slices, and the counts are kept until a commit changes one of the drawers.
 */
export class StandingMoves {
  readonly #read: Pick<ReadQueries, 'moveBatches' | 'movesAfter' | 'hasMoved'>;
  /** By batch; null if nothing of it stands. */
  readonly #kept = new Map<string, MoveCounts | null>();
  readonly #counting = new Map<string, Promise<MoveCounts | null>>();
  /** Commits that changed drawers: what was counted while one came is not kept. */
  #changes = 0;

  constructor(read: Pick<ReadQueries, 'moveBatches' | 'movesAfter' | 'hasMoved'>) {
    this.#read = read;
  }

  /** The batches of which something stands, the latest first; with `untold`, only those not reported yet. */
  async batches(
    now: IsoTime,
    limit: number,
    { untold = false }: { readonly untold?: boolean } = {},
  ): Promise<MovedBatch[]> {
    const found: MovedBatch[] = [];
    const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
    for (const batch of batchesSince(this.#read, isoTime(Date.parse(now) - shownDays * dayMs), untold)) {
      if (found.length >= limit) break;
      const { id, at, by, reason, planId } = batch;
      const counts = await this.#countsOf(id);
      if (counts !== null) found.push({ batch: id, at, by, reason, plan_id: planId, ...counts });
      await yieldToEventLoop();
    }
    return found;
  }

  /** The same batches with the counts of now; those of which nothing stands any more are left out. */
  async recounted(batches: readonly MovedBatch[]): Promise<MovedBatch[]> {
    const found: MovedBatch[] = [];
    for (const batch of batches) {
      const counts = await this.#countsOf(batch.batch);
      if (counts !== null) found.push({ ...batch, ...counts });
    }
    return found;
  }

  committed({ updated, deleted }: Pick<CommittedChange, 'updated' | 'deleted'>): void {
    // A new drawer is in no batch.
    if (updated.length + deleted.length === 0) return;
    this.#changes += 1;
    this.#counting.clear();
    if (this.#kept.size === 0) return;
    const ids = updated.map(({ id }) => id);
    // Of a drawer that is gone, nothing says any more which batch it was in.
    if (deleted.length > 0 || ids.length * this.#kept.size > mostCompared) this.#kept.clear();
    else for (const batch of this.#kept.keys()) if (this.#read.hasMoved(batch, ids)) this.#kept.delete(batch);
  }

  async #countsOf(batch: string): Promise<MoveCounts | null> {
    const kept = this.#kept.get(batch);
    if (kept !== undefined) return kept;
    const counting = this.#counting.get(batch) ?? this.#count(batch);
    this.#counting.set(batch, counting);
    try {
      return await counting;
    } finally {
      if (this.#counting.get(batch) === counting) this.#counting.delete(batch);
    }
  }

  async #count(batch: string): Promise<MoveCounts | null> {
    const before = this.#changes;
    const counts = { archived: 0, demoted: 0, promoted: 0 };
    let stands = false;
    const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
    for (const moves of movePages(this.#read, batch, null)) {
      for (const move of moves) {
        stands = true;
        const kind = kindOf(move);
        if (kind !== null) counts[kind] += 1;
      }
      await yieldToEventLoop();
    }
    const counted = stands ? counts : null;
    if (this.#changes === before) this.#kept.set(batch, counted);
    return counted;
  }
}

const kindOf = ({ from, to }: MoveWithRow): keyof MoveCounts | null => {
  if (to === null) return 'archived';
  const steps = tiers.indexOf(to) - tiers.indexOf(from);
  return steps === 0 ? null : steps < 0 ? 'demoted' : 'promoted';
};
