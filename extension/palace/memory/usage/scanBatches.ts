import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime } from '../../model/drawer/ids.ts';
import { stopIfAborted } from '../../model/errors/stopIfAborted.ts';
import type { BatchTrace, ScanReport } from '../../contract/search/scanSchemas.ts';
import type { PalaceStore, ReadQueries } from '../../store/palaceStore.ts';
import type { ScannedDrawer } from '../../store/queries/ltp.ts';
import type { PipelineHooks } from '../../retrieval/query/pipelineHooks.ts';
import { scoredBatch, type LtpFlags, type ScoredBatch } from './scoredBatch.ts';

export interface ScanOptions {
  /** Drawers per batch. */
  readonly batchSize: number;
  /** Maximum drawers per run; the next run continues with the rest. */
  readonly maxScanDepth: number;
  readonly dryRun: boolean;
  readonly candidateTrace: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onBatch?: ((scanned: number, total: number) => void) | undefined;
}

export interface ScanDependencies {
  readonly store: Pick<PalaceStore, 'read' | 'write'>;
  readonly hooks: PipelineHooks;
  readonly flags: LtpFlags;
  readonly now: () => number;
  /** Rowids of all drawers of the palace that a newer one nearly repeats. Called once; yields to other work in between. */
  readonly replaced: () => Promise<ReadonlySet<number>>;
  /** Milliseconds; used only for timings. */
  readonly timer: () => number;
}

/** The drawers that a scan looks at, page by page. */
interface ScanPages {
  /** Drawers before the first page. */
  readonly offset: number;
  /** Of all pages and what comes before them. */
  readonly total: number;
  /** The next page. Reading it again in a transaction gives its state there. */
  readonly page: (queries: ReadQueries, limit: number) => readonly ScannedDrawer[];
  /** Moves on past a page of at most `limit` drawers. False if it was the last. */
  readonly advance: (page: ScoredBatch, limit: number) => boolean;
}

interface ScannedBatches {
  readonly trace: readonly BatchTrace[];
  readonly batchMs: readonly number[];
  readonly totalMs: number;
  /** Drawers up to the end of the last page. */
  readonly offset: number;
  /** False if it ended at its bound. */
  readonly isAtEnd: boolean;
}

/**
 * Scores page after page. Only rows that differ are written, each batch in one transaction. Other work gets turns in between.
 * A dry run writes nothing. Throws E_CANCELLED; what was written stays.
 */
export const scanBatches = async (
  pages: ScanPages,
  { batchSize, maxScanDepth, dryRun, signal, onBatch }: ScanOptions,
  { store, hooks, flags, now, timer, replaced }: ScanDependencies,
): Promise<ScannedBatches> => {
  const started = timer();
  const at = isoTime(now());
  const trace: BatchTrace[] = [];
  const batchMs: number[] = [];
  let { offset } = pages;
  let [left, goesOn] = [maxScanDepth, true];
  let repeated: ReadonlySet<number> | undefined;
  while (left > 0 && goesOn) {
    stopIfAborted(signal, 'The scan was stopped; what it had written stays.');
    const batchStarted = timer();
    const limit = Math.min(batchSize, left);
    const read = (queries: ReadQueries): ScoredBatch => scoredBatch(pages.page(queries, limit), flags);
    const batch = dryRun
      ? read(store.read)
      : await store.write((transaction) => {
          const found = read(transaction.read);
          transaction.putLtp(found.rows, found.settled, at);
          return found;
        });
    const size = batch.drawers.length;
    if (size > 0) {
      repeated ??= await replaced();
      const superseded = new Set([...batch.marked, ...batch.drawers.filter((rowid) => repeated?.has(rowid))]);
      const entry: BatchTrace = {
        batch_index: trace.length,
        offset,
        drawers_in_batch: size,
        ltp_updated: batch.updated,
        ltp_skipped_unchanged: size - batch.updated,
        supersede_candidates_found: superseded.size,
      };
      trace.push(entry);
      batchMs.push(toHundredth(timer() - batchStarted));
      hooks.fire('post_batch', () => [
        { batch_index: entry.batch_index, offset: entry.offset, batch_size: size, ltp_updates: batch.updated },
      ]);
    }
    goesOn = pages.advance(batch, limit);
    offset += size;
    left -= size;
    onBatch?.(offset, pages.total);
    if (goesOn) await nextTurn();
  }
  return { trace, batchMs, totalMs: toHundredth(timer() - started), offset, isAtEnd: !goesOn };
};

/** The wire form of what was scanned. */
export const scanReport = (
  { trace, batchMs, totalMs, offset }: ScannedBatches,
  { dryRun, candidateTrace }: Pick<ScanOptions, 'dryRun' | 'candidateTrace'>,
  { total, more }: { readonly total: number; readonly more: boolean },
): ScanReport => {
  const sum = (key: 'ltp_updated' | 'ltp_skipped_unchanged' | 'supersede_candidates_found'): number =>
    trace.reduce((all, entry) => all + entry[key], 0);
  return {
    dry_run: dryRun,
    pagination_state: {
      total,
      batches_processed: trace.length,
      last_offset: offset,
      scan_depth_reached: more,
    },
    ltp_updated: sum('ltp_updated'),
    ltp_skipped_unchanged: sum('ltp_skipped_unchanged'),
    supersede_candidates_found: sum('supersede_candidates_found'),
    phase_timing_ms: { paginated_scoring: timing(totalMs, batchMs, trace) },
    ...(candidateTrace ? { candidate_trace: [...trace] } : {}),
  };
};

const timing = (
  totalMs: number,
  timings: readonly number[],
  trace: readonly BatchTrace[],
): ScanReport['phase_timing_ms']['paginated_scoring'] => {
  const slowest = timings.reduce((most, ms, i) => (ms > (timings[most] ?? -1) ? i : most), 0);
  return {
    total_ms: totalMs,
    batches: timings.length,
    batch_timings_ms: [...timings],
    avg_batch_ms:
      timings.length === 0 ? 0 : toHundredth(timings.reduce((sum, ms) => sum + ms, 0) / timings.length),
    slowest_batch:
      timings.length === 0
        ? null
        : { index: slowest, ms: timings[slowest] ?? 0, offset: trace[slowest]?.offset ?? 0 },
  };
};

const toHundredth = (ms: number): number => Math.round(ms * 100) / 100;
