import type { SkipReason } from './record/importItem.ts';

/** The result of an import. The field names are those of the API. */
export interface ImportOutcome {
  readonly added: number;
  /** Drawers that already existed. */
  readonly duplicates: number;
  /** Reason → number of items. */
  readonly skipped: Record<string, number>;
  /** For a person: what was left out and where, and what was assumed. A long list is cut. */
  readonly warnings: string[];
}

export interface ImportTally {
  add(batch: { readonly added: number; readonly duplicates: number; readonly conflicts: readonly string[] }): void;
  skip(reason: SkipReason, count: number, detail: string): void;
  warn(text: string): void;
  outcome(): ImportOutcome;
}

const mostWarnings = 200;

export const importTally = (): ImportTally => {
  let added = 0;
  let duplicates = 0;
  const skipped = new Map<string, number>();
  const warnings: string[] = [];
  let more = 0;
  const warn = (text: string): void => {
    if (warnings.length < mostWarnings) warnings.push(text);
    else more++;
  };
  const skip = (reason: SkipReason, count: number, detail: string): void => {
    skipped.set(reason, (skipped.get(reason) ?? 0) + count);
    warn(detail);
  };
  return {
    add(batch) {
      added += batch.added;
      duplicates += batch.duplicates;
      for (const detail of batch.conflicts) skip('id_conflict', 1, detail);
    },
    skip,
    warn,
    outcome: () => ({
      added,
      duplicates,
      skipped: Object.fromEntries([...skipped].sort()),
      warnings: more === 0 ? warnings : [...warnings, `… and ${more} more.`],
    }),
  };
};
