import { groupedNumber } from '../../base/text/plural.ts';
import { erasedSchema } from '../contract/eraseSchemas.ts';
import type { PalaceApi } from '../contract/palaceApi.ts';
import { eraseDrawers, wouldReturn } from '../erasing/eraseDrawers.ts';
import { erasureReach, type ReachedDrawer } from '../erasing/erasureReach.ts';
import { finishErasure } from '../erasing/finishErasure.ts';
import { quotations } from '../erasing/quotations.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import { errorText } from '../model/errors/errorText.ts';
import { isoTime } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { startOf } from '../notes/duplicates.ts';
import type { PalaceStore, ReadQueries } from '../store/palaceStore.ts';
import type { IdempotentCalls } from './running/idempotency.ts';
import type { PalaceWork } from './running/palaceWork.ts';

/** The calls that erase for good, in their wire form. */
export type EraseCalls = Pick<PalaceApi, 'eraseReach' | 'erase'>;

interface EraseCallsParts {
  readonly store: PalaceStore;
  readonly indexes: PalaceIndexes;
  readonly clock: () => Date;
  readonly idempotency: IdempotentCalls;
  readonly exclusively: PalaceWork['exclusively'];
  /** Writes the searches that wait to be logged. */
  readonly flushQueries: () => Promise<void>;
  /** Called in the transaction that erases. */
  readonly erasing: () => void;
}

export const eraseCalls = (parts: EraseCallsParts): EraseCalls => {
  const { store, indexes, clock, idempotency, exclusively, flushQueries, erasing } = parts;
  const { read } = store;
  return {
    eraseReach: async ({ drawer_ids: ids }, { signal } = {}) => {
      await flushQueries();
      const { drawers, comeBack, plans, queries } = erasureReach(read, ids, indexes);
      const { backups, others, foreignLogs } = store.copies();
      return {
        drawers: drawers.map((reached) => reachedView(reached, read)),
        come_back: comeBack.map(({ id }) => id),
        plans: [...plans],
        queries: queries.length,
        backups: backups.length,
        other_copies: others.length + foreignLogs.length,
        quoted_in: await quotations(read, drawers, signal),
      };
    },
    erase: async ({ drawer_ids: ids, agreed_drawers: agreed }, { request, caller } = {}) => {
      if (caller?.agent === true)
        throw new PalaceError('E_APPROVAL', 'An agent can’t erase drawers; only a person can.', {
          remedy:
            'In the editor: Erase for Good… in the Memory view. In a terminal: synapse-palace erase with the IDs.',
        });
      return exclusively(async () => {
        await flushQueries();
        const erased = await idempotency.once(request, erasedSchema, (own) =>
          own.write((transaction) => {
            const reach = erasureReach(transaction.read, ids, indexes);
            if (reach.drawers.length !== agreed)
              throw new PalaceError(
                'E_ERASE',
                reach.drawers.length === 1
                  ? errorText`It would erase 1 drawer, not the ${groupedNumber(agreed)} that were agreed to.`
                  : errorText`It would erase ${groupedNumber(reach.drawers.length)} drawers, not the ${groupedNumber(agreed)} that were agreed to.`,
              );
            erasing();
            eraseDrawers(transaction, reach, isoTime(clock()));
            return { erased: reach.drawers.length, come_back: reach.comeBack.length };
          }),
        );
        await finishErasure(store, indexes).catch(notFinished);
        return erased;
      });
    },
  };
};

const notFinished = (thrown: unknown): never => {
  const { code, message } = PalaceError.from(thrown);
  throw new PalaceError(
    code,
    errorText`The drawers are erased, but their bytes are still in the palace’s files: ${message}`,
    { cause: thrown, remedy: 'Fix this and open the palace again; the erasure is then completed.' },
  );
};

const reachedView = (
  { drawer, why }: ReachedDrawer,
  read: ReadQueries,
): Awaited<ReturnType<EraseCalls['eraseReach']>>['drawers'][number] => ({
  drawer_id: drawer.id,
  why,
  type: drawer.type,
  source_file: drawer.sourceFile,
  archived: drawer.archived,
  text_start: drawer.sensitive ? '' : startOf(drawer.text),
  returns: drawer.sourceId !== null && wouldReturn(read.sourceById(drawer.sourceId)?.kind),
});
