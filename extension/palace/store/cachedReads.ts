import { EmbeddingLedger } from './embeddingLedger.ts';
import type { CommittedChange, ReadQueries } from './palaceStore.ts';
import type { DrawerCounts } from './queries/drawerCounts.ts';
import type { SqlDatabase } from './realFile/sqlDatabase.ts';

/** Reads of committed data. The results of expensive reads are kept from one commit to the next. */
export interface CachedReads {
  readonly read: ReadQueries;
  apply(change: CommittedChange): void;
  /** To be called after the file was reopened. */
  forget(): void;
}

export const cachedReads = (queries: ReadQueries, database: () => SqlDatabase): CachedReads => {
  const ledgers = new Map<string, EmbeddingLedger>();
  let counts: DrawerCounts | undefined;
  const ledgerOf = (modelId: string): EmbeddingLedger => {
    const ledger = ledgers.get(modelId) ?? new EmbeddingLedger(database(), modelId);
    ledgers.set(modelId, ledger);
    return ledger;
  };
  return {
    read: {
      ...queries,
      counts: () => (counts ??= queries.counts()),
      rowidsWithoutVector: (modelId, limit) => ledgerOf(modelId).next(limit),
      vectorCounts: (modelId) => ledgerOf(modelId).counts,
    },
    apply: (change) => {
      if (change.inserted.length + change.updated.length + change.deleted.length > 0) counts = undefined;
      for (const modelId of change.clearedModels) ledgers.delete(modelId);
      for (const ledger of ledgers.values()) ledger.apply(change);
    },
    forget: () => {
      ledgers.clear();
      counts = undefined;
    },
  };
};
