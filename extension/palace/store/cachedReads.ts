import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { EmbeddingLedger } from './embeddingLedger.ts';
import type { CommittedChange, ReadQueries } from './palaceStore.ts';
import type { DrawerCounts } from './queries/drawerCounts.ts';
import { unlessDamaged } from './readsOfDamaged.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';

/** Characters of text in the drawers that are kept. */
const keptText = 2 ** 20;

/**
 * Reads of committed data. The results of expensive reads are kept from one commit to the next; of the drawers that were read
 * by rowid, those that were read last are kept until a commit changes them.
 */
export interface CachedReads {
  readonly read: ReadQueries;
  apply(change: CommittedChange): void;
  /** To be called after the file was reopened. */
  forget(): void;
}

export const cachedReads = (queries: ReadQueries, database: () => SqlDatabase): CachedReads => {
  const ledgers = new Map<string, EmbeddingLedger>();
  let drawers = new RecentlyUsed<number, Drawer>(keptText);
  let counts: DrawerCounts | undefined;
  const drawersByRowid = (rowids: readonly number[]): Drawer[] => {
    const kept = new Map(rowids.map((rowid) => [rowid, drawers.get(rowid)]));
    const missing = [...kept.keys()].filter((rowid) => kept.get(rowid) === undefined);
    for (const drawer of queries.drawersByRowid(missing)) {
      kept.set(drawer.rowid, drawer);
      drawers.set(drawer.rowid, drawer, drawer.text.length);
    }
    return rowids.flatMap((rowid) => kept.get(rowid) ?? []);
  };
  const ledgerOf = (modelId: string): EmbeddingLedger => {
    const ledger = ledgers.get(modelId) ?? new EmbeddingLedger(database(), modelId);
    ledgers.set(modelId, ledger);
    return ledger;
  };
  return {
    read: {
      ...queries,
      drawersByRowid,
      counts: () => (counts ??= queries.counts()),
      rowidsWithoutVector: (modelId, limit) => ledgerOf(modelId).next(limit),
      vectorCounts: (modelId) =>
        unlessDamaged(
          () => ledgerOf(modelId).counts,
          () => ({ done: 0, pending: 0 }),
        ),
    },
    apply: (change) => {
      if (change.inserted.length + change.updated.length + change.deleted.length > 0) counts = undefined;
      for (const { rowid } of [...change.inserted, ...change.updated]) drawers.delete(rowid);
      for (const rowid of change.deleted) drawers.delete(rowid);
      for (const modelId of change.clearedModels) ledgers.delete(modelId);
      for (const ledger of ledgers.values()) ledger.apply(change);
    },
    forget: () => {
      ledgers.clear();
      drawers = new RecentlyUsed(keptText);
      counts = undefined;
    },
  };
};
