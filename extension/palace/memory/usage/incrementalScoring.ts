import type { ScanReport } from '../../contract/search/scanSchemas.ts';
import { isoTime } from '../../model/drawer/ids.ts';
import { windowStart } from '../../store/queries/ltp.ts';
import { scanBatches, scanReport, type ScanDependencies, type ScanOptions } from './scanBatches.ts';

/**
 * Brings long-term potentiation up to date by looking only at drawers that were used since the last scan, or that the window
 * has moved past. Afterwards the table is as a scan of the whole palace would leave it. A dry run writes nothing. Throws
 * E_CANCELLED.
 */
export const incrementalScoring = async (
  options: ScanOptions,
  dependencies: Omit<ScanDependencies, 'replaced'>,
): Promise<ScanReport> => {
  const { store, flags, now } = dependencies;
  const window = { now: isoTime(now()), days: flags.ltp_window_days };
  const since = windowStart(window);
  const due = store.read.usage.due(window);
  const { total, archived } = store.read.counts();
  const nothing = { trace: [], batchMs: [], totalMs: 0, offset: 0, isAtEnd: true };
  if (due.length === 0) return scanReport(nothing, options, { total: total + archived, more: false });
  let at = 0;
  const scanned = await scanBatches(
    {
      offset: 0,
      total: due.length,
      page: ({ usage }, limit) => usage.scanOf(since, due.slice(at, at + limit)),
      advance: (_, limit) => {
        at += limit;
        return at < due.length;
      },
    },
    options,
    // What replaces what is found by the scan of the whole palace.
    { ...dependencies, replaced: () => Promise.resolve(new Set()) },
  );
  return scanReport(scanned, options, { total: total + archived, more: at < due.length });
};
