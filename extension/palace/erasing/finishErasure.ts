import type { PalaceStore, WriteTransaction } from '../store/palaceStore.ts';

const metaKey = 'erasure';
const unfinished = 'unfinished';

/** What saves the word index beside the palace. */
interface SavedIndexes {
  readonly save: () => Promise<void>;
  /** Runs something while no save does. */
  readonly betweenSaves: (work: () => Promise<void>) => Promise<void>;
}

/** Notes that erased bytes are still in the palace's files, in the transaction that erases. */
export const markUnfinished = (transaction: WriteTransaction): void => transaction.noteScan(metaKey, unfinished);

/**
 * Removes what was erased from the palace's files, if that is still due: the database is rewritten, backups and
 * other copies are replaced or removed. The word index is among these: no save of `indexes` runs meanwhile, and one does before this
 * counts as done. If the process is killed, the next opening repeats it. Returns whether there was anything to do. Errors:
 * those of `PalaceStore.rewrite` and `write`.
 */
export const finishErasure = async (
  store: Pick<PalaceStore, 'health' | 'read' | 'rewrite' | 'write'>,
  indexes?: SavedIndexes,
): Promise<boolean> => {
  if (store.health.state !== 'ok' || store.read.meta(metaKey) !== unfinished) return false;
  const rewrite = (): Promise<void> => store.rewrite();
  await (indexes === undefined ? rewrite() : indexes.betweenSaves(rewrite));
  await indexes?.save();
  await store.write((transaction) => transaction.noteScan(metaKey, 'finished'));
  return true;
};
