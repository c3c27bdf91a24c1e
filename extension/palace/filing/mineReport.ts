import type { MineProgress } from '../contract/filing/mineProgress.ts';

/** What a mining run is asked to do: the API's request without the fields for embeddings. */
export interface MineFilesRequest {
  /** Absolute folders, each a workspace folder. */
  readonly folders: readonly { readonly path: string; readonly name: string }[];
  /** Globs in gitignore syntax, matched against paths relative to each folder. */
  readonly exclude?: readonly string[];
}

/** What a mining run did. The field names are those of the API. */
export interface MineFilesReport {
  readonly sources: {
    readonly mined: number;
    readonly unchanged: number;
    readonly renamed: number;
    readonly archived: number;
    /** Reason → number of files. */
    readonly skipped: Record<string, number>;
  };
  /** At most {@link maxListedSkips}, in the order of the walk. */
  readonly skipped_files: { path: string; reason: string }[];
  /** Why folders of the request could not be read; absent if all could. */
  readonly unread_folders?: { template: string; values: string[] }[] | undefined;
  readonly drawers: { readonly added: number; readonly kept: number; readonly archived: number };
  readonly elapsed_ms: number;
}

/** Progress of a mining run, as the API reports it to a person. */
export interface MiningProgress {
  readonly stage: Exclude<MineProgress['stage'], 'embedding'>;
  readonly done: number;
  /** Null while the total is not known. */
  readonly total: number | null;
  readonly message: string;
  /** Same unit as `done`. */
  readonly per_second: number | null;
}

const maxListedSkips = 1000;

/** Counts kept during a run. */
export interface MineTally {
  source(outcome: 'mined' | 'unchanged' | 'renamed' | 'archived'): void;
  drawers(counts: { readonly added: number; readonly kept: number; readonly archived: number }): void;
  skip(path: string, reason: string): void;
  report(elapsedMs: number): MineFilesReport;
}

export const mineTally = (): MineTally => {
  const sources = { mined: 0, unchanged: 0, renamed: 0, archived: 0 };
  const drawers = { added: 0, kept: 0, archived: 0 };
  const skipped: Record<string, number> = {};
  const listed: { path: string; reason: string }[] = [];
  return {
    source(outcome) {
      sources[outcome]++;
    },
    drawers(counts) {
      drawers.added += counts.added;
      drawers.kept += counts.kept;
      drawers.archived += counts.archived;
    },
    skip(path, reason) {
      skipped[reason] = (skipped[reason] ?? 0) + 1;
      if (listed.length < maxListedSkips) listed.push({ path, reason });
    },
    report: (elapsedMs) => ({
      sources: { ...sources, skipped },
      skipped_files: listed,
      drawers,
      elapsed_ms: elapsedMs,
    }),
  };
};
