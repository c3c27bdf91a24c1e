import { Debouncer } from '../../base/async/debouncer.ts';
import { SerialQueue } from '../../base/async/serialQueue.ts';
import { minuteMs } from '../../base/time.ts';
import { useScanSchema, type ScanReport, type UseScan } from '../contract/search/scanSchemas.ts';
import { isoTime } from '../model/drawer/ids.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { ProfileFlags } from '../retrieval/profiles/profileFlags.ts';
import type { PipelineHooks } from '../retrieval/query/pipelineHooks.ts';
import { incrementalScoring } from '../memory/usage/incrementalScoring.ts';
import type { CommittedChange, PalaceStore } from '../store/palaceStore.ts';

interface LtpKeeperParts {
  readonly store: PalaceStore;
  readonly hooks: PipelineHooks;
  /** Throws the profile's errors. */
  readonly flags: () => ProfileFlags;
  readonly clock: () => Date;
  readonly log: (message: string) => void;
  readonly onProblem: (error: PalaceError) => void;
}

/** A pause in use that counts as a session's end, and how long a session may last without a scan, in milliseconds. */
const [pause, longest] = [minuteMs, 15 * minuteMs];
/** The `meta` key of the latest scan. */
const lastScanMeta = 'ltp_scan';

/**
 * Keeps the `ltp` table up to date: after a session, in maintenance, and when the palace is closed after it was
 * used. Each time only rows that are out of date are scanned. Searches are correct without it, because they count
 * such rows from the log.
 */
export class LtpKeeper {
  readonly #parts: LtpKeeperParts;
  readonly #scans = new SerialQueue();
  readonly #sessionEnd = new Debouncer(() => void this.#updateQuietly(), pause, longest);
  #wasUsed = false;

  constructor(parts: LtpKeeperParts) {
    this.#parts = parts;
  }

  /** Called for each commit. */
  committed({ updated }: CommittedChange): void {
    if (updated.length === 0) return;
    this.#wasUsed = true;
    this.#sessionEnd.call();
  }

  /**
   * Scans what is out of date. A dry run writes nothing. Throws E_CANCELLED, E_PALACE_READ_ONLY, the profile's
   * errors.
   */
  update(dryRun: boolean, signal?: AbortSignal): Promise<ScanReport> {
    return this.#scans.run(async () => {
      const { store, hooks, flags: flagsNow, clock, log } = this.#parts;
      const flags = flagsNow();
      const report = await incrementalScoring(
        {
          batchSize: flags.paginated_scoring ? flags.batch_size : flags.max_scan_depth,
          maxScanDepth: flags.max_scan_depth,
          dryRun,
          candidateTrace: false,
          signal,
        },
        { store, hooks, flags, now: () => clock().getTime(), timer: () => performance.now() },
      );
      if (dryRun || report.pagination_state.batches_processed === 0) return report;
      const scan = useScan(report, isoTime(clock()));
      await store.write((transaction) => transaction.noteScan(lastScanMeta, JSON.stringify(scan)));
      log(
        `Long-term potentiation: ${scan.updated} of ${scan.looked_at} drawers updated in ${scan.total_ms} ms (batches: ${scan.batch_timings_ms.join(', ')} ms).`,
      );
      return report;
    });
  }

  /** For `status`; undefined if the profile or the last scan can't be read, which the next scan reports. */
  state(): { readonly due: number; readonly last_scan: UseScan | null } | undefined {
    const { store, flags, clock } = this.#parts;
    try {
      const text = store.read.meta(lastScanMeta);
      return {
        due: store.read.usage.countDue({ now: isoTime(clock()), days: flags().ltp_window_days }),
        last_scan: text === undefined ? null : useScanSchema.parse(JSON.parse(text)),
      };
    } catch {
      return undefined;
    }
  }

  /** Scans what was used since the palace was opened. Never rejects. */
  async stop(): Promise<void> {
    this.#sessionEnd.cancel();
    if (this.#wasUsed) await this.#updateQuietly();
    await this.#scans.settled();
  }

  async #updateQuietly(): Promise<void> {
    if (this.#parts.store.health.state !== 'ok') return;
    this.#wasUsed = false;
    try {
      await this.update(false);
    } catch (error) {
      this.#parts.onProblem(PalaceError.from(error));
    }
  }
}

const useScan = (report: ScanReport, at: string): UseScan => {
  const { total_ms: total, batch_timings_ms: batches } = report.phase_timing_ms.paginated_scoring;
  return {
    at,
    looked_at: report.ltp_updated + report.ltp_skipped_unchanged,
    updated: report.ltp_updated,
    total_ms: total,
    batch_timings_ms: batches,
  };
};
