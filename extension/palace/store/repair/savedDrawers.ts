/** What became of a damaged palace's drawers. */
export interface SavedDrawers {
  readonly total: number;
  readonly from_backup_alone: number;
  /** Only their IDs are known. */
  readonly lost: readonly string[];
  /** Saved with their texts, but the damaged palace also lists another ID for them. */
  readonly doubtful: readonly string[];
}

/** IDs of drawers by their rowids. */
export type IdsByRowid = ReadonlyMap<number, string>;

interface Compared {
  readonly backup: IdsByRowid;
  /** By the damaged palace's index. */
  readonly listed: IdsByRowid;
  /** In the new palace. */
  readonly saved: IdsByRowid;
  /** IDs of the drawers that were read from the damaged palace. */
  readonly read: ReadonlySet<string>;
}

/** Compares the drawers of the backup, of the damaged palace and of the new one. */
export const savedDrawers = ({ backup, listed, saved, read }: Compared): SavedDrawers => {
  const there = new Set(saved.values());
  return {
    total: saved.size,
    from_backup_alone: [...backup.values()].filter((id) => !read.has(id)).length,
    lost: [...listed.values()].filter((id) => !there.has(id)).sort(),
    doubtful: [...saved]
      .filter(([rowid, id]) => (listed.get(rowid) ?? id) !== id && backup.get(rowid) !== id)
      .map(([, id]) => id)
      .sort(),
  };
};
