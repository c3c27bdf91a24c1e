import type { PalaceStore, WriteTransaction } from '../store/palaceStore.ts';

const metaKey = 'erasure';
const unfinished = 'unfinished';

/** Notes that erased bytes are still in the palace's files, in the transaction that erases. */
export const markUnfinished = (transaction: WriteTransaction): void => transaction.noteScan(metaKey, unfinished);

/**
 * Removes what was erased from the palace's files, if that is still due: the database is rewritten, backups and
 * other copies are replaced or removed. `beforeEnd` runs before this counts as done. If the process is killed, the
 * next opening repeats it. Returns whether there was anything to do. Errors: those of `PalaceStore.rewrite` and
 * `write`.
 */
export const finishErasure = async (
  store: PalaceStore,
  beforeEnd: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> => {
  if (store.health.state !== 'ok' || store.read.meta(metaKey) !== unfinished) return false;
  await store.rewrite();
  await beforeEnd();
  await store.write((transaction) => transaction.noteScan(metaKey, 'finished'));
  return true;
};
