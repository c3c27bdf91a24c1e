import * as z from 'zod';
import { moveCalls as contract, type MovedBatch } from '../contract/memory/moveSchemas.ts';
import type { PalaceApi, Result } from '../contract/palaceApi.ts';
import { firstMoves } from '../memory/ageing/movedBatches.ts';
import type { StandingMoves } from '../memory/ageing/standingMoves.ts';
import { isoTime } from '../model/drawer/ids.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import { waitingPlans } from './waitingPlans.ts';

/** The calls that report what maintenance and agents moved, in their wire form. */
export type MoveCalls = Pick<PalaceApi, 'moves' | 'tellMoves'>;

interface MoveCallsParts {
  readonly store: PalaceStore;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  readonly moved: StandingMoves;
}

/** Batches in a list unless the call sets a limit, and drawers of a batch. */
const listed = 20;
const mostDrawers = 200;
const told = z.object({ batches: contract.tellMoves.result.shape.batches });

export const moveCalls = ({ store, clock, idempotency, moved }: MoveCallsParts): MoveCalls => ({
  moves: async ({ limit }) => {
    const batches: Result<'moves'>['batches'] = [];
    for (const batch of await moved.batches(isoTime(clock()), limit ?? listed)) {
      const moves = await firstMoves(store.read, batch.batch, mostDrawers);
      batches.push({
        ...batch,
        drawers: moves.map(({ drawerId: id, from, to, reason }) => ({
          drawer_id: id,
          from,
          to: to ?? 'archive',
          reason,
        })),
      });
    }
    return { batches, waiting: waitingPlans(store.read) };
  },
  tellMoves: async (_, { request } = {}) => {
    const now = isoTime(clock());
    const untold = await moved.batches(now, listed, { untold: true });
    if (untold.length === 0) return { batches: [] };
    const { batches } = await idempotency.once(request, told, (own) =>
      own.write((transaction): { batches: MovedBatch[] } => {
        // Another session may have begun meanwhile, and told some.
        const newly = new Set(
          transaction.tellMoves(
            untold.map(({ batch }) => batch),
            now,
          ),
        );
        return { batches: untold.filter(({ batch }) => newly.has(batch)) };
      }),
    );
    // What a batch moved before it was told counts as told, too; what it moves from now on is told anew.
    return { batches: await moved.recounted(batches) };
  },
});
