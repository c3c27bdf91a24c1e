import * as z from 'zod';
import type { CallOptions, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { restoreBatch, restoreDrawers, restoreReason, type Restored } from '../memory/ageing/archiveBatch.ts';
import { moveBack, type MovedBack } from '../memory/ageing/movedBatches.ts';
import { errorText } from '../model/errors/errorText.ts';
import { drawerId, type IsoTime } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { longNotesAmong, withNoteParts } from '../store/noteParts.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { IdempotentCalls } from './running/idempotency.ts';

interface RestoreCallParts {
  readonly store: PalaceStore;
  readonly embeddings: Pick<PalaceEmbeddings, 'settle'>;
  readonly idempotency: IdempotentCalls;
  readonly present: () => IsoTime;
}

/** What the transaction of a restore of single drawers returns. */
const restoredSchema = z.object({
  restored: z.array(z.string()),
  unchanged: z.number().int(),
  missing: z.array(z.string()),
});
/** What each transaction of a batch returns: the IDs that it took out of the archive, or that it moved back. */
const stepSchema = z.union([z.array(z.string()), z.object({ moved_back: z.array(z.string()) })]);
type Step = z.infer<typeof stepSchema>;
type RestoredBatch = Restored & MovedBack;

/**
 * Takes drawers out of the archive, by IDs (of a note, with all its parts), batch or reason. Throws E_USAGE if it is not given
 * exactly one of them.
 */
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
  const done: RestoredBatch =
    ids !== undefined
      ? {
          ...(await idempotency.once(request, restoredSchema, (own) =>
            restoreDrawers(own, withNoteParts(own.read, ids), present()),
          )),
          moved_back: [],
        }
      : await idempotency.inSteps(request, stepSchema, (own, earlier) =>
          goOnRestoring(earlier, () =>
            batch !== undefined
              ? takeBack(own, batch, present(), signal)
              : restoreReason(own, reason ?? '', present(), signal).then((all) => ({ ...all, moved_back: [] })),
          ),
        );
  // A drawer that was archived before it had a vector needs one now.
  if (done.restored.length > 0) await embeddings.settle();
  // Of named drawers: a batch may have tens of thousands, and its number is not compared with what was named.
  const named = ids === undefined ? [] : done.restored.flatMap((id) => store.read.drawerById(drawerId(id)) ?? []);
  const longNotes = longNotesAmong(store.read, named);
  return {
    restored: [...done.restored],
    ...(longNotes === undefined ? {} : { long_notes: longNotes }),
    moved_back: [...done.moved_back],
    unchanged: done.unchanged,
    missing: [...done.missing],
  };
};

/** Takes a batch back: what it moved to another tier, and what it archived. */
const takeBack = async (
  store: PalaceStore,
  batch: string,
  now: IsoTime,
  signal: AbortSignal | undefined,
): Promise<RestoredBatch> => {
  const moved = await moveBack(store, batch, now, signal);
  return { ...(await restoreBatch(store, batch, now, signal, moved.length > 0)), moved_back: moved };
};

/**
 * Resumes a restore that was interrupted between two transactions. Returns what the earlier transactions did together with what is
 * done now.
 */
const goOnRestoring = async (
  earlier: readonly Step[],
  restore: () => Promise<RestoredBatch>,
): Promise<RestoredBatch> => {
  const restored = earlier.flatMap((step) => (Array.isArray(step) ? step : []));
  const moved = earlier.flatMap((step) => (Array.isArray(step) ? [] : step.moved_back));
  try {
    const now = await restore();
    return { ...now, restored: [...restored, ...now.restored], moved_back: [...moved, ...now.moved_back] };
  } catch (thrown) {
    // The restore was complete; only its answer was lost.
    if (restored.length + moved.length > 0 && PalaceError.from(thrown).code === 'E_USAGE')
      return { restored, moved_back: moved, unchanged: 0, missing: [] };
    throw thrown;
  }
};
