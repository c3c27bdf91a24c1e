import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../../../base/time.ts';
import { isoTime } from '../../model/ids.ts';
import { PalaceError } from '../../model/palaceError.ts';
import type { BatchTrace, ScanReport } from '../../contract/scanSchemas.ts';
import type { PalaceStore, ReadQueries } from '../../store/palaceStore.ts';
import type { LtpRow } from '../../store/queries/ltp.ts';
import type { PipelineHooks } from '../query/pipelineHooks.ts';
import { ltpScore } from '../phases/ltp.ts';
import type { ProfileFlags } from '../profiles/profileFlags.ts';
import { scanMeta, scanState, type ScanState } from './scanState.ts';

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
  readonly flags: Pick<ProfileFlags, 'ltp_window_days' | 'ltp_max_boost'>;
  readonly now: () => number;
  /** Rowids of all drawers of the palace that a newer one nearly repeats. Called once; yields to other work in between. */
  readonly replaced: () => Promise<ReadonlySet<number>>;
  /** Milliseconds; used only for timings. */
  readonly timer: () => number;
}

interface Batch {
  readonly size: number;
  readonly lastRowid: number;
  readonly changed: readonly LtpRow[];
  /** Marked as superseded. */
  readonly marked: readonly number[];
  readonly rowids: readonly number[];
}

/**
 * Scans the palace in keyset pages and updates each drawer's long-term potentiation. Only rows that differ are written, each
 * batch in one transaction; the table ends up as a full rescan would leave it. Other work gets turns between batches. A run ends
 * after `maxScanDepth` drawers, and the next run continues from there. A dry run writes nothing. Throws E_CANCELLED.
 */
export const paginatedScoring = async (
  options: ScanOptions,
  { store, hooks, flags, now, timer, replaced }: ScanDependencies,
): Promise<ScanReport> => {
  const { batchSize, maxScanDepth, dryRun } = options;
  const started = timer();
  const at = now();
  const since = isoTime(at - flags.ltp_window_days * dayMs);
  const { total: live, archived } = store.read.counts();
  const before = scanState(store.read);
  const goesOn = before !== null && before.scan_depth_reached;
  let [offset, afterRowid] = goesOn ? [before.last_offset, before.after_rowid] : [0, 0];
  const trace: BatchTrace[] = [];
  const timings: number[] = [];
  let scanned = 0;
  let isAtEnd = false;
  let repeated: ReadonlySet<number> | undefined;
  while (scanned < maxScanDepth) {
    if (options.signal?.aborted === true)
      throw new PalaceError('E_CANCELLED', 'The scan was stopped; what it had written stays.');
    const batchStarted = timer();
    const limit = Math.min(batchSize, maxScanDepth - scanned);
    const read = (queries: ReadQueries): Batch => batchOf(queries, since, afterRowid, limit, flags.ltp_max_boost);
    const batch = dryRun
      ? read(store.read)
      : await store.write((transaction) => {
          const found = read(transaction.read);
          transaction.putLtp(found.changed, isoTime(at));
          return found;
        });
    if (batch.size > 0) {
      repeated ??= await replaced();
      const superseded = new Set([...batch.marked, ...batch.rowids.filter((rowid) => repeated?.has(rowid))]);
      trace.push({
        batch_index: trace.length,
        offset,
        drawers_in_batch: batch.size,
        ltp_updated: batch.changed.length,
        ltp_skipped_unchanged: batch.size - batch.changed.length,
        supersede_candidates_found: superseded.size,
      });
      timings.push(toHundredth(timer() - batchStarted));
      hooks.fire('post_batch', () => [
        {
          batch_index: trace.length - 1,
          offset,
          batch_size: batch.size,
          ltp_updates: batch.changed.length,
        },
      ]);
      offset += batch.size;
      afterRowid = batch.lastRowid;
      scanned += batch.size;
      options.onBatch?.(offset, live + archived);
    }
    isAtEnd = batch.size < limit;
    if (isAtEnd) break;
    await nextTurn();
  }
  // A full page may be the last one.
  const more = !isAtEnd && store.read.usage.scan(since, afterRowid, 1).length > 0;
  const state: ScanState = {
    total: live + archived,
    batches_processed: trace.length,
    last_offset: offset,
    scan_depth_reached: more,
    after_rowid: afterRowid,
  };
  if (!dryRun && JSON.stringify(state) !== JSON.stringify(before))
    await store.write((transaction) => transaction.setMeta(scanMeta, JSON.stringify(state)));
  const sum = (key: 'ltp_updated' | 'ltp_skipped_unchanged' | 'supersede_candidates_found'): number =>
    trace.reduce((all, entry) => all + entry[key], 0);
  return {
    dry_run: dryRun,
    pagination_state: {
      total: state.total,
      batches_processed: state.batches_processed,
      last_offset: state.last_offset,
      scan_depth_reached: state.scan_depth_reached,
    },
    ltp_updated: sum('ltp_updated'),
    ltp_skipped_unchanged: sum('ltp_skipped_unchanged'),
    supersede_candidates_found: sum('supersede_candidates_found'),
    phase_timing_ms: { paginated_scoring: timing(toHundredth(timer() - started), timings, trace) },
    ...(options.candidateTrace ? { candidate_trace: trace } : {}),
  };
};

/** The next drawers, with the new rows of those that are out of date. */
const batchOf = (
  { usage }: ReadQueries,
  since: ReturnType<typeof isoTime>,
  afterRowid: number,
  limit: number,
  maxBoost: number,
): Batch => {
  const drawers = usage.scan(since, afterRowid, limit);
  return {
    size: drawers.length,
    lastRowid: drawers.at(-1)?.rowid ?? afterRowid,
    changed: drawers.flatMap(({ id, sessions, known }) => {
      const score = ltpScore(sessions, maxBoost);
      return sessions === known.accesses && score === known.ltpScore
        ? []
        : [{ id, accesses: sessions, ltpScore: score }];
    }),
    marked: drawers.filter(({ isMarkedSuperseded }) => isMarkedSuperseded).map(({ rowid }) => rowid),
    rowids: drawers.map(({ rowid }) => rowid),
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
