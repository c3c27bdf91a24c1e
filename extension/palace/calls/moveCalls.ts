import * as z from 'zod';
import { moveCalls as contract, type MovedBatch } from '../contract/memory/moveSchemas.ts';
import type { PalaceApi } from '../contract/palaceApi.ts';
import { movedBatches } from '../memory/ageing/movedBatches.ts';
import { isoTime } from '../model/drawer/ids.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import { waitingPlans } from './waitingPlans.ts';

/** The calls that report what maintenance and agents moved, in their wire form. */
export type MoveCalls = Pick<PalaceApi, 'moves' | 'tellMoves'>;

export interface MoveCallsParts {
  readonly store: PalaceStore;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
}

/** Batches in a list unless the call sets a limit, and drawers of a batch. */
const listed = 20;
const mostDrawers = 200;
const told = z.object({ batches: contract.tellMoves.result.shape.batches });

export const moveCalls = ({ store, clock, idempotency }: MoveCallsParts): MoveCalls => ({
  moves: async ({ limit }) => ({
    batches: movedBatches(store.read, isoTime(clock()), limit ?? listed).map((batch) => ({
      ...batch,
      drawers: store.read
        .movesOf(batch.batch, mostDrawers)
        .map(({ drawerId: id, from, to, reason }) => ({ drawer_id: id, from, to: to ?? 'archive', reason })),
    })),
    waiting: waitingPlans(store.read),
  }),
  tellMoves: async (_, { request } = {}) => {
    const now = isoTime(clock());
    if (movedBatches(store.read, now, listed, true).length === 0) return { batches: [] };
    return idempotency.once(request, told, (own) =>
      own.write((transaction): { batches: MovedBatch[] } => {
        const batches = movedBatches(transaction.read, now, listed, true);
        transaction.tellMoves(
          batches.map(({ batch }) => batch),
          now,
        );
        return { batches };
      }),
    );
  },
});
