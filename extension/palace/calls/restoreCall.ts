import * as z from 'zod';
import type { CallOptions, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { restoreBatch, restoreDrawers, restoreReason, type Restored } from '../memory/ageing/archiveBatch.ts';
import { moveBack } from '../memory/ageing/movedBatches.ts';
import { errorText } from '../model/errorText.ts';
import type { IsoTime } from '../model/ids.ts';
import { PalaceError } from '../model/palaceError.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { IdempotentCalls } from './running/idempotency.ts';

export interface RestoreCallParts {
  readonly store: PalaceStore;
  readonly embeddings: Pick<PalaceEmbeddings, 'settle'>;
  readonly idempotency: IdempotentCalls;
  readonly present: () => IsoTime;
}

/** What the transaction of a restore returns. */
const restoredSchema = z.object({
  restored: z.array(z.string()),
  unchanged: z.number().int(),
  missing: z.array(z.string()),
});

/** Takes drawers out of the archive, by IDs, batch or reason. Throws E_USAGE if it is not given exactly one of them. */
export const restoreCall = async (
  { store, embeddings, idempotency, present }: RestoreCallParts,
  { drawer_ids: ids, batch, reason }: Params<'restore'>,
  { signal, request }: CallOptions,
): Promise<Result<'restore'>> => {
  if ([ids, batch, reason].filter((part) => part !== undefined).length !== 1)
    throw new PalaceError('E_USAGE', 'restore: give drawer_ids, or a batch, or a reason.');
  const planId = batch === undefined ? null : (store.read.moveBatch(batch)?.planId ?? null);
  if (planId !== null)
    throw new PalaceError('E_USAGE', errorText`The batch “${batch ?? ''}” is a plan that was applied.`, {
      remedy: errorText`Undo it: compact --restore ${planId}, or Undo Plan in the editor.`,
    });
  const movedBack = batch === undefined ? [] : await moveBack(store, batch, present());
  const { restored, unchanged, missing } =
    ids !== undefined
      ? await idempotency.once(request, restoredSchema, (own) => restoreDrawers(own, ids, present()))
      : await idempotency.inSteps(request, z.array(z.string()), (own, earlier) =>
          goOnRestoring(earlier, () =>
            batch !== undefined
              ? restoreBatch(own, batch, present(), signal, movedBack.length > 0)
              : restoreReason(own, reason ?? '', present(), signal),
          ),
        );
  // A drawer that was archived before it had a vector needs one now.
  if (restored.length > 0) await embeddings.settle(false, {});
  return { restored: [...restored], moved_back: movedBack, unchanged, missing: [...missing] };
};

/**
 * Resumes a restore that was interrupted between two transactions. Returns what the earlier transactions restored
 * together with what is restored now.
 */
const goOnRestoring = async (
  earlier: readonly (readonly string[])[],
  restore: () => Promise<Restored>,
): Promise<Restored> => {
  const before = earlier.flat();
  try {
    const { restored, unchanged, missing } = await restore();
    return { restored: [...before, ...restored], unchanged, missing };
  } catch (thrown) {
    // The restore was complete; only its answer was lost.
    if (before.length > 0 && PalaceError.from(thrown).code === 'E_USAGE')
      return { restored: before, unchanged: 0, missing: [] };
    throw thrown;
  }
};
